/** NVIDIA cards through a library built to the interface of nvml.h, loaded as the real one would be. */
import { plain } from '../../src/core/said.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { firstOf, isInThisRun } from '../support/full-run.ts';
import type { Served } from '../../src/core/served.ts';
import { createHost } from '../../src/measure/host/local-host.ts';
import { createNvidiaReader } from '../../src/measure/sources/gpus/nvidia.ts';
import { buildFakeNvml, type Behaviour } from '../support/fake-nvml.ts';
import { itInFull } from '../support/it-in-full.ts';
import { serveLive } from '../support/live-agent.ts';
import { lacking, scratchFolder } from '../support/live-tools.ts';

const scratch = scratchFolder();
afterAll(() => scratch.remove());

const CARD = {
  name: 'NVIDIA GeForce RTX 3080',
  memoryTotal: 10_737_418_240,
  memoryUsed: 4_445_962_240,
  utilization: 17,
  temperature: 54,
  fanSpeed: 30,
  problem: null,
};

const CARD_OF_PROGRAM = {
  id: 'nvidia0',
  name: 'NVIDIA A2',
  proc: null,
  mem: 50,
  temperature: 41,
  fanSpeed: null,
};

const hostWith = (name: string, behaviour: Behaviour) =>
  createHost({ env: { LD_LIBRARY_PATH: buildFakeNvml(scratch.path, name, behaviour) } });

describe.skipIf(lacking('the NVML library', { programs: ['cc'] }) !== null)('the NVML library', () => {
  it('is read field by field', async () => {
    expect(await hostWith('one', {}).nvml(5000)).toEqual({ state: 'ok', cards: [CARD] });
  });

  it.runIf(isInThisRun('more NVML libraries'))('may have many cards', async () => {
    const answer = await hostWith('many', { CARDS: 16 }).nvml(5000);
    expect(answer.state === 'ok' && answer.cards.map(({ utilization }) => utilization)).toEqual(
      Array.from({ length: 16 }, (_, index) => 17 + index),
    );
  });

  it.runIf(isInThisRun('more NVML libraries'))('may have none', async () => {
    expect(await hostWith('none', { CARDS: 0 }).nvml(5000)).toEqual({ state: 'ok', cards: [] });
  });

  it.runIf(isInThisRun('more NVML libraries'))('may support nothing but the name', async () => {
    const answer = await hostWith('bare', { BARE: true }).nvml(5000);
    const nothing = Object.fromEntries(Object.keys(CARD).map((key) => [key, null]));
    expect(answer).toEqual({ state: 'ok', cards: [{ ...nothing, name: CARD.name }] });
  });

  it('may refuse', async () => {
    expect(await hostWith('mismatch', { INIT: 18 }).nvml(5000)).toEqual({
      state: 'refused',
      reason: expect.stringContaining('version mismatch') as string,
    });
  });

  it('may be something else', async () => {
    const folder = buildFakeNvml(scratch.path, 'garbage');
    writeFileSync(join(folder, 'libnvidia-ml.so.1'), 'not a library');
    expect(await createHost({ env: { LD_LIBRARY_PATH: folder } }).nvml(5000)).toMatchObject({
      state: 'unusable',
    });
  });

  it('may hang: it times out, blocks nothing, and is back when it answers', async () => {
    const signal = join(scratch.path, 'answer');
    const host = hostWith('hanging', { WAIT_FOR: signal });
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 10);
    expect(await host.nvml(500)).toMatchObject({ state: 'late' });
    clearInterval(counting);
    // A call that blocks this thread leaves none. Fifty are possible on a quiet machine.
    expect(turns).toBeGreaterThan(2);
    expect(host.pending()).toEqual(['the NVIDIA driver']);
    await host.statfs('/', 5000);
    writeFileSync(signal, '');
    await expect.poll(() => host.nvml(500)).toMatchObject({ state: 'ok' });
    expect(host.pending()).toEqual([]);
  });

  it.each(
    firstOf('nvidia-smi that fails or hangs', 1, [
      [
        'answers',
        'echo "0, NVIDIA A2, 512, 1024, [N/A], 41, [Not Supported]"; echo garbage',
        CARD_OF_PROGRAM,
      ],
      ['fails', 'echo "No devices were found"; exit 6', 'nvidia-smi failed: No devices were found'],
      ['hangs', 'exec sleep 600', 'nvidia-smi did not end within 5000 ms'],
    ]),
  )('is stood in for by nvidia-smi where it does not load; that %s', async (name, script, expected) => {
    const folder = buildFakeNvml(scratch.path, `program-${name}`);
    writeFileSync(join(folder, 'libnvidia-ml.so.1'), 'not a library');
    writeFileSync(join(folder, 'nvidia-smi'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const host = createHost({ env: { LD_LIBRARY_PATH: folder, PATH: `${folder}:/usr/bin:/bin` } });
    const notices: (string | null)[] = [];
    const reader = createNvidiaReader(host, (_topic, text) => notices.push(text && plain(text)));
    const gpus = await reader.read();
    if (typeof expected === 'string') expect(notices.join()).toContain(expected);
    else expect(gpus).toEqual([expected]);
  });

  itInFull('is shown by the agent', async () => {
    const agent = await serveLive({
      env: { LD_LIBRARY_PATH: buildFakeNvml(scratch.path, 'served', { CARDS: 2 }) },
    });
    try {
      await expect
        .poll(() => agent.get<Served[]>('/gpu'), { timeout: 60_000 })
        .toMatchObject([
          { gpu_id: 'nvidia0', proc: 17, mem: 41.406_25, temperature: 54, fan_speed: 30 },
          { gpu_id: 'nvidia1', proc: 18 },
        ]);
    } finally {
      expect(await agent.stop()).toMatchObject({ code: 0 });
    }
  });
});
