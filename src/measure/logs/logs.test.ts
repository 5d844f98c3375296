import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { RunOutcome } from '../../core/host.ts';
import type { LogAnswer, WantedLogs } from '../../core/logs.ts';
import { GoneError } from '../../core/turns.ts';
import { showLine } from '../../run/parts/logs.ts';
import { journalArguments } from './journal.ts';
import { createLogs, type ReadContainer } from './logs.ts';
import { readingOf } from './reading.ts';

const FROM = 1_795_702_800_000;
const TO = FROM + 900_000;
const MACHINE = '3d1219c7c4c5404aaa1f6d2a48adfda4';
const ENOENT = (name: string): Partial<RunOutcome> => ({
  code: null,
  failure: `${name} is not installed, or not in a directory of PATH`,
});
const NO_CONTAINER: ReadContainer = async () => expect.fail('no container was asked for');

/** A line of journalctl, this many seconds after the begin. */
const entry = (second: number, message: unknown, fields: Record<string, unknown> = {}): string =>
  JSON.stringify({
    __REALTIME_TIMESTAMP: String((FROM + second * 1000) * 1000),
    MESSAGE: message,
    PRIORITY: '4',
    _SYSTEMD_UNIT: 'app.service',
    ...fields,
  });

interface Rig {
  journal?: Partial<RunOutcome> | string[];
  dmesg?: Partial<RunOutcome>;
  tree?: Record<string, string>;
  readContainer?: ReadContainer;
  isLocal?: boolean;
}

/** A host with scripted programs. */
function rig({ journal = [], dmesg = ENOENT('dmesg'), tree = {}, isLocal = true, ...more }: Rig) {
  const argvs: (readonly string[])[] = [];
  const said = Array.isArray(journal) ? { stdout: journal.join('\n') } : journal;
  const host = createRecordedHost(
    temporaryTree({ 'proc/stat': 'cpu 1 0 1 1 0 0 0 0 0 0\nbtime 1795702000\n', ...tree }),
    {
      isLocal,
      clock: createFakeClock(),
      async run(argv, { signal }) {
        argvs.push(argv);
        expect(signal).toBeInstanceOf(AbortSignal);
        return { code: 0, stdout: '', stderr: '', failure: null, ...(argv[0] === 'dmesg' ? dmesg : said) };
      },
    },
  );
  const logs = createLogs({ host, readContainer: more.readContainer ?? NO_CONTAINER, show: showLine });
  const read = (wanted: Partial<WantedLogs> = {}): Promise<LogAnswer> =>
    logs.read({
      from: FROM,
      to: TO,
      journal: { unit: null },
      containers: [],
      priority: 'warning',
      text: '',
      signal: new AbortController().signal,
      ...wanted,
    });
  return { read, argvs };
}

const statesOf = ({ sources }: LogAnswer): unknown[] =>
  sources.map(({ source, state, reason }) => [source, state, reason]);

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
    expect(lines).toMatchObject([{ time: FROM + 500, origin: 'kernel', priority: 'warning', text: 'late' }]);
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
      priority: 'warning',
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

it('ends with its client', async () => {
  const controller = new AbortController();
  controller.abort();
  await expect(rig({ journal: [entry(1, 'a')] }).read({ signal: controller.signal })).rejects.toThrow(
    GoneError,
  );
});

describe('arguments of journalctl', () => {
  const wanted = { from: FROM, to: TO, unit: null, priority: 'err', text: '' } as const;

  it('are a fixed list', () => {
    expect(journalArguments(wanted)).toEqual([
      'journalctl',
      '--no-pager',
      '--output=json',
      '--output-fields=MESSAGE,PRIORITY,_TRANSPORT,_PID,_SYSTEMD_UNIT,UNIT,SYSLOG_IDENTIFIER,_COMM,CONTAINER_NAME',
      '--since=@1795702800.000',
      '--until=@1795703700.000',
      '--lines=500',
      '--priority=3',
    ]);
  });

  it.each(['-.mount', '--vacuum', 'dev-disk\\x2da.device', 'user@1000.service'])(
    'keep the unit %s within its option',
    (unit) => {
      expect(journalArguments({ ...wanted, unit }).at(-1)).toBe(`--unit=${unit}`);
    },
  );

  it.each([
    '',
    'a b',
    '*',
    'a?',
    '[a]',
    '/dev/sda',
    'a;b',
    '--vacuum-size=1',
    '$(id)',
    'a\nb',
    'ä',
    'x'.repeat(256),
  ])('refuse the unit %j', (unit) => {
    expect(() => journalArguments({ ...wanted, unit })).toThrow(TypeError);
  });

  it('search for a text as it is', () => {
    expect(journalArguments({ ...wanted, text: '(a+)+$ \\E --x' }).slice(-2)).toEqual([
      String.raw`--grep=\(a\+\)\+\$\ \\E\ \-\-x`,
      '--case-sensitive=false',
    ]);
    expect(journalArguments({ ...wanted, text: 'größe' }).some((one) => one.startsWith('--grep'))).toBe(
      false,
    );
  });
});
