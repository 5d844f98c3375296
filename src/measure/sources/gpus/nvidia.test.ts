import { plain } from '../../../core/said.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import type { NvmlAnswer, NvmlCard, RunOutcome } from '../../../core/host.ts';
import { createNvidiaReader, readSmiCsv } from './nvidia.ts';

const CARD: NvmlCard = {
  name: 'NVIDIA GeForce RTX 3080',
  memoryUsed: 4_445_962_240,
  memoryTotal: 10_737_418_240,
  utilization: 17,
  temperature: 54,
  fanSpeed: 30,
  problem: null,
};
const RTX = { id: 'nvidia0', name: CARD.name, proc: 17, mem: 41.406_25, temperature: 54, fanSpeed: 30 };
const UNKNOWN = { proc: null, mem: null, temperature: null, fanSpeed: null };
const ABSENT: NvmlAnswer = { state: 'absent', reason: 'no library' };
const DRIVER = { 'proc/driver/nvidia/version': 'NVRM version: 580\n' };

interface Machine {
  answers?: NvmlAnswer[];
  program?: Partial<RunOutcome>;
  tree?: Record<string, string>;
  isLocal?: boolean;
}

/** Each reading takes the next answer; the last one stays. */
function reading({ answers = [ABSENT], program, tree = {}, isLocal = true }: Machine) {
  const notices = new Map<string, string>();
  const runs: string[] = [];
  const host = createRecordedHost(temporaryTree(tree), {
    isLocal,
    nvml: async () => (answers.length > 1 ? answers.shift() : answers[0]) ?? ABSENT,
    run: async (argv) => {
      runs.push(argv.join(' '));
      return { code: 0, stdout: '', stderr: '', failure: null, ...program };
    },
  });
  const reader = createNvidiaReader(host, (topic, text) =>
    text === null ? notices.delete(topic) : notices.set(topic, plain(text)),
  );
  return { reader, read: () => reader.read(), notices, runs, host, clock: host.clock };
}

describe('NVIDIA cards', () => {
  it('come from the library', async () => {
    const { read, notices, runs } = reading({ answers: [{ state: 'ok', cards: [CARD, CARD] }] });
    expect(await read()).toEqual([RTX, { ...RTX, id: 'nvidia1' }]);
    expect([notices.size, runs]).toEqual([0, []]);
  });

  it('are called NVIDIA without a name, and have no share of no memory', async () => {
    const cards = [{ ...CARD, name: null, memoryTotal: 0, memoryUsed: 0 }];
    expect(await reading({ answers: [{ state: 'ok', cards }] }).read()).toEqual([
      { ...RTX, name: 'NVIDIA', mem: null },
    ]);
  });

  it('tell what is wrong with one of them', async () => {
    const cards = [CARD, { ...CARD, utilization: null, problem: 'is lost' }];
    const { read, notices } = reading({ answers: [{ state: 'ok', cards }] });
    await read();
    expect([...notices.values()]).toEqual(['nvidia1: is lost']);
  });

  it('stay without values while the driver does not answer', async () => {
    const { read, notices } = reading({
      answers: [
        { state: 'ok', cards: [CARD] },
        { state: 'late', reason: 'not answered for 1 s' },
        { state: 'ok', cards: [CARD] },
      ],
    });
    await read();
    expect(await read()).toEqual([{ id: 'nvidia0', name: CARD.name, ...UNKNOWN }]);
    expect([...notices.values()]).toEqual(['not answered for 1 s']);
    expect(await read()).toEqual([RTX]);
    expect(notices.size).toBe(0);
  });

  it('may be there still while the driver starts', async () => {
    const { reader } = reading({
      answers: [
        { state: 'late', reason: 'not answered for 1 s' },
        { state: 'ok', cards: [CARD] },
      ],
    });
    expect([await reader.read(), reader.awaited]).toEqual([[], 'not answered for 1 s']);
    expect([await reader.read(), reader.awaited]).toEqual([[RTX], null]);
  });

  it('are none, with the reason, where the driver refuses', async () => {
    const { read, notices, runs } = reading({ answers: [{ state: 'refused', reason: 'mismatch' }] });
    expect(await read()).toEqual([]);
    expect([[...notices.values()], runs]).toEqual([['mismatch'], []]);
  });

  it('are none without a word where nothing of them is there', async () => {
    const { read, notices, runs } = reading({});
    expect(await read()).toEqual([]);
    expect([notices.size, runs]).toEqual([0, []]);
  });

  it('come with their driver, and go with it', async () => {
    const { read, notices } = reading({ answers: [ABSENT, { state: 'ok', cards: [CARD] }, ABSENT] });
    expect(await read()).toEqual([]);
    expect(await read()).toEqual([RTX]);
    expect(await read()).toEqual([]);
    expect(notices.size).toBe(0);
  });

  it('come from nvidia-smi once their driver is loaded, without a library', async () => {
    const { read, host, runs } = reading({
      program: { stdout: '0, NVIDIA GeForce RTX 3080, 4240, 10240, 17, 54, 30\n' },
    });
    expect([await read(), runs]).toEqual([[], []]);
    host.useTree(temporaryTree(DRIVER));
    expect(await read()).toMatchObject([{ id: 'nvidia0', proc: 17 }]);
  });

  it('are not those of this machine while another tree is looked at', async () => {
    const { read } = reading({ isLocal: false, answers: [{ state: 'ok', cards: [CARD] }] });
    expect(await read()).toEqual([]);
  });

  it.each<[string, Machine]>([
    ['the library cannot be loaded', { answers: [{ state: 'unusable', reason: 'musl' }] }],
    ['there is a driver without the library', { tree: DRIVER }],
  ])('come from nvidia-smi where %s', async (_, machine) => {
    const stdout = '0, NVIDIA GeForce RTX 3080, 4240, 10240, 17, 54, 30\n';
    const { read, runs } = reading({ ...machine, program: { stdout } });
    expect(await read()).toEqual([RTX]);
    expect(runs).toEqual([
      'nvidia-smi --query-gpu=index,name,memory.used,memory.total,utilization.gpu,temperature.gpu,fan.speed --format=csv,noheader,nounits',
    ]);
  });

  it.each<[string, Partial<RunOutcome>, string]>([
    [
      'is missing',
      { code: null, failure: 'nvidia-smi is not installed' },
      'no library, and nvidia-smi is not installed',
    ],
    [
      'hangs',
      { code: null, failure: 'nvidia-smi did not end within 5000 ms' },
      'no library, and nvidia-smi did not end within 5000 ms',
    ],
    [
      'fails',
      {
        code: 18,
        stdout: 'Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 580\n',
      },
      'no library, and nvidia-smi failed: Failed to initialize NVML: Driver/library version mismatch',
    ],
  ])('say so when nvidia-smi %s, and start it again a minute later', async (_, program, reason) => {
    const { read, runs, notices, clock } = reading({ tree: DRIVER, program });
    expect(await read()).toEqual([]);
    await clock.advance(59_000);
    await read();
    expect([...notices.values()]).toEqual([reason]);
    expect(runs).toHaveLength(1);
    await clock.advance(1000);
    await read();
    expect(runs).toHaveLength(2);
  });
});

describe('a Jetson', () => {
  const tree = {
    'sys/devices/platform/gpu.0/load': '312\n',
    'sys/class/thermal/thermal_zone1/type': 'gpu-thermal\n',
    'sys/class/thermal/thermal_zone1/temp': '48750\n',
  };
  const card = { ...CARD, memoryTotal: null, memoryUsed: null, fanSpeed: null };

  it('fills in what the library does not tell, and nothing else', async () => {
    const cards = [CARD, { ...card, name: 'Orin (nvgpu)', utilization: null, temperature: 40 }];
    expect(await reading({ tree, answers: [{ state: 'ok', cards }] }).read()).toEqual([
      RTX,
      { ...UNKNOWN, id: 'nvidia1', name: 'Orin (nvgpu)', proc: 31, temperature: 40 },
    ]);
  });

  it('is a card of its own without the library', async () => {
    expect(await reading({ tree }).read()).toEqual([
      { ...UNKNOWN, id: 'nvidia0', name: 'NVIDIA', proc: 31, temperature: 49 },
    ]);
  });
});

describe('readSmiCsv', () => {
  it('reads what is there, in the order of the numbers', () => {
    const csv = '1, Tesla, K80, 1, 2, [N/A], [Not Supported], ERR!\n0, [N/A], 3, 4, 5, 6.5, 7\n';
    expect(readSmiCsv(csv)).toMatchObject([
      { name: null, memoryUsed: 3 * 2 ** 20, utilization: 5, temperature: 6.5, fanSpeed: 7 },
      { name: 'Tesla, K80', memoryTotal: 2 * 2 ** 20, utilization: null, temperature: null, fanSpeed: null },
    ]);
  });

  it.each(['', 'No devices were found\n', 'a, b, c, d, e, f, g\n', '0, x, 1, 2\n'])(
    'finds no card in %j',
    (csv) => expect(readSmiCsv(csv)).toEqual([]),
  );

  it('takes any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void readSmiCsv(`0, ${text}\n${text}`)));
  });
});
