import { describe, expect, it } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { showLine } from './logs-part.ts';
import { createLogs } from './logs.ts';
import { readingOf } from './reading.ts';
import {
  ENOENT,
  entry,
  FROM,
  MACHINE,
  NO_CONTAINER,
  type Rig,
  rig,
  statesOf,
  TO,
} from '../../../test/support/logs-rig.ts';

describe('sources', () => {
  const DENIED = { code: 1, stderr: 'No journal files were opened due to insufficient permissions.\n' };
  const HINT = 'Hint: You are currently not seeing messages from other users and the system.\n';
  const KERNEL = { stdout: '<4>[  800.500000] late\n<4>[  1.0] early\n<6>[  900.0] info\n' };

  it.each<[string, Rig, unknown[]]>([
    [
      'no journalctl, no dmesg',
      { journal: ENOENT('journalctl') },
      [
        ['journal', 'absent', 'journalctl is not installed, or not in a directory of PATH'],
        ['kernel', 'absent', 'dmesg is not installed, or not in a directory of PATH'],
      ],
    ],
    [
      'no files of a journal',
      { dmesg: KERNEL },
      [
        ['journal', 'absent', 'no journal is kept in /run/log/journal or /var/log/journal'],
        ['kernel', 'read', null],
      ],
    ],
    [
      'an empty time',
      { tree: { [`var/log/journal/${MACHINE}/system.journal`]: '' } },
      [['journal', 'empty', null]],
    ],
    [
      'nothing found by --grep',
      { journal: { code: 1 }, tree: { [`run/log/journal/${MACHINE}/x`]: '' } },
      [['journal', 'empty', null]],
    ],
    [
      'no permission',
      {
        journal: DENIED,
        dmesg: { code: 1, stderr: 'dmesg: read kernel buffer failed: Operation not permitted' },
      },
      [
        ['journal', 'unreadable', expect.stringContaining('no permission to read the journal')],
        ['kernel', 'unreadable', 'no permission to read the kernel log: run the agent as root'],
      ],
    ],
    [
      'messages of one user',
      { journal: { stderr: HINT, stdout: entry(1, 'a') } },
      [['journal', 'read', expect.stringContaining('only messages of the user')]],
    ],
    [
      'a hanging journalctl',
      { journal: { code: null, failure: 'journalctl did not end within 2000 ms' }, dmesg: { code: 2 } },
      [
        ['journal', 'unreadable', 'journalctl did not end within 2000 ms'],
        ['kernel', 'unreadable', 'dmesg failed: exit code 2'],
      ],
    ],
    [
      'an error',
      { journal: { code: 1, stderr: 'Bad message password=x\nmore' }, dmesg: KERNEL },
      [
        ['journal', 'unreadable', 'journalctl failed: Bad message password=********'],
        ['kernel', 'read', null],
      ],
    ],
    [
      'too many bytes',
      {
        journal: {
          code: null,
          failure: 'journalctl wrote more than 4194304 bytes',
          stdout: `${entry(1, 'a')}\n{"MESS`,
        },
      },
      [['journal', 'read', 'journalctl wrote more than 4194304 bytes: newer lines are missing']],
    ],
    [
      'the most lines',
      { journal: Array.from({ length: 500 }, (_, at) => entry(at, 'a')) },
      [['journal', 'read', 'only the last 500 lines of this time']],
    ],
    [
      'a mounted root',
      { isLocal: false, dmesg: KERNEL },
      [
        ['journal', 'unreadable', expect.stringContaining('run the agent on the host')],
        ['kernel', 'read', null],
      ],
    ],
  ])('%s', async (_, setup, states) => {
    expect(statesOf(await rig(setup).read())).toEqual(states);
  });

  it('the kernel has lines of the time without a journal', async () => {
    const { lines } = await rig({ dmesg: KERNEL }).read();
    expect(lines).toMatchObject([
      { time: FROM + 500, origin: 'kernel', priority: 'warning', output: null, text: 'late' },
    ]);
  });

  it('a journalctl without search is asked again', async () => {
    const argvs: (readonly string[])[] = [];
    const host = createRecordedHost(temporaryTree({}), {
      isLocal: true,
      async run(argv) {
        argvs.push(argv);
        const has = argv.some((one) => one.startsWith('--grep'));
        return has
          ? { code: 1, stdout: '', stderr: 'Compiled without pattern matching support', failure: null }
          : { code: 0, stdout: [entry(1, 'a'), entry(2, 'b')].join('\n'), stderr: '', failure: null };
      },
    });
    const logs = createLogs({ host, readContainer: NO_CONTAINER, show: showLine });
    const { signal } = new AbortController();
    const wanted = {
      from: FROM,
      to: TO,
      journal: { unit: null },
      containers: [],
      output: null,
      priority: 'warning',
      isGrouped: true,
      signal,
    } as const;
    expect((await logs.read({ ...wanted, text: 'B' })).lines.map(({ text }) => text)).toEqual(['b']);
    expect(argvs).toHaveLength(2);
  });

  it('a unit needs no kernel log, a container no journal', async () => {
    const line = {
      time: FROM + 2000,
      origin: 'container',
      name: 'web',
      priority: null,
      text: 'hello',
    } as const;
    const { read, argvs } = rig({
      journal: [entry(1, 'a')],
      readContainer: async (name) => readingOf('container', [{ ...line, name }]),
    });
    await read({ journal: { unit: 'app.service' } });
    expect(argvs.map(([name]) => name)).toEqual(['journalctl']);
    const { lines, sources } = await read({ journal: 'none', containers: ['web'] });
    expect(argvs).toHaveLength(1);
    expect(lines).toMatchObject([{ origin: 'container', name: 'web', priority: null }]);
    expect(sources).toEqual([{ source: 'container', name: 'web', state: 'read', reason: null }]);
  });

  it('lines of a container that are in the journal too count once', async () => {
    const { read } = rig({
      journal: [entry(1, 'hello', { CONTAINER_NAME: 'web' }), entry(1, 'hello', { CONTAINER_NAME: 'db' })],
      readContainer: async (name) =>
        readingOf('container', [
          { time: FROM + 1000, origin: 'container', name, priority: null, text: 'hello' },
        ]),
    });
    const { lines } = await read({ containers: ['web'] });
    expect(lines.map(({ name, count }) => [name, count]).sort()).toEqual([
      ['db', 1],
      ['web', 1],
    ]);
  });
});
