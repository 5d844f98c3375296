import { describe, expect, it } from 'vitest';
import { GoneError } from '../../core/slice.ts';
import type { LogOutput } from './log-lines.ts';
import { type RawLine, readingOf } from './reading.ts';
import { entry, FROM, rig } from '../../../test/support/logs-rig.ts';

describe('lines', () => {
  it('that are equal but for numbers are one, in the order of time', async () => {
    const { read } = rig({
      journal: [
        entry(1, 'worker 17 of 0xff ended'),
        entry(2, 'out of memory', { _TRANSPORT: 'kernel', PRIORITY: '2', _SYSTEMD_UNIT: undefined }),
        entry(3, 'worker 4123 of 0x1a ended'),
        entry(4, 'worker 4123 of 0x1a ended', { _SYSTEMD_UNIT: 'other.service' }),
        entry(5, 'worker 4123 of 0x1a ended', { PRIORITY: '3' }),
        entry(6, 'by hand', { _SYSTEMD_UNIT: undefined, SYSLOG_IDENTIFIER: 'mytag' }),
      ],
    });
    const { lines, sources } = await read();
    expect(
      lines.map(({ time, last, origin, name, priority, text, count }) => [
        (time - FROM) / 1000,
        (last - FROM) / 1000,
        origin,
        name,
        priority,
        text,
        count,
      ]),
    ).toEqual([
      [1, 3, 'unit', 'app.service', 'warning', 'worker 4123 of 0x1a ended', 2],
      [2, 2, 'kernel', '', 'crit', 'out of memory', 1],
      [4, 4, 'unit', 'other.service', 'warning', 'worker 4123 of 0x1a ended', 1],
      [5, 5, 'unit', 'app.service', 'err', 'worker 4123 of 0x1a ended', 1],
      [6, 6, 'program', 'mytag', 'warning', 'by hand', 1],
    ]);
    expect(sources).toEqual([{ source: 'journal', name: null, state: 'read', reason: null }]);
  });

  it('are each by themselves if asked for, and of one output each', async () => {
    const line = (output: LogOutput, text: string): RawLine => ({
      time: FROM + 1000,
      origin: 'container',
      name: 'web',
      priority: null,
      output,
      text,
    });
    const lines = [line('stdout', 'a 1'), line('stderr', 'a 2'), line('stdout', 'a 3')];
    const { read } = rig({ readContainer: async () => readingOf('container', lines) });
    const found = async (isGrouped: boolean) =>
      (await read({ journal: 'none', containers: ['web'], isGrouped })).lines.map(
        ({ output, text, count }) => [output, text, count],
      );
    expect(await found(false)).toEqual(lines.map(({ output, text }) => [output, text, 1]));
    expect(await found(true)).toEqual([
      ['stdout', 'a 3', 2],
      ['stderr', 'a 2', 1],
    ]);
  });

  it('hold no secrets and no control characters, and are cut', async () => {
    const { read } = rig({
      journal: [
        entry(1, 'login password=hunter2 "token": "hunter2", \\"secret\\":\\"hunter2\\" api_key: x'),
        entry(2, Buffer.from('\u001B[31mred\0\nnext').toJSON().data),
        entry(3, 'x'.repeat(5000), { _SYSTEMD_UNIT: '\u202Ea.service' }),
        entry(4, null),
      ],
    });
    const { lines } = await read();
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines.map(({ text }) => text)).toEqual([
      expect.stringContaining('password=********'),
      '␛[31mred␀␊next',
      `${'x'.repeat(1000)}…`,
      'a message of more than 4 KiB',
    ]);
    expect(lines[2]?.name).toBe('⟨202E⟩a.service');
  });

  it('are found by a text in any case, not by what is masked', async () => {
    const journal = [entry(1, 'Größe A.B reached'), entry(2, 'axb'), entry(3, 'password=a.b')];
    const textsFor = async (text: string): Promise<string[]> =>
      (await rig({ journal }).read({ text })).lines.map((line) => line.text);
    expect(await textsFor('a.b')).toEqual(['Größe A.B reached']);
    expect(await textsFor('GRÖSSE')).toEqual([]);
    expect(await textsFor('größe')).toEqual(['Größe A.B reached']);
  });

  it('of 5 MB take no turn of others', async () => {
    const journal = Array.from({ length: 300 }, (_, second) => entry(second, 'a:b '.repeat(4000)));
    const { lines } = await rig({ journal }).read();
    expect(lines).toHaveLength(1);
    expect(lines[0]?.text).toHaveLength(1001);
  });
});

it('ends with its client', async () => {
  const controller = new AbortController();
  controller.abort();
  await expect(rig({ journal: [entry(1, 'a')] }).read({ signal: controller.signal })).rejects.toThrow(
    GoneError,
  );
});
