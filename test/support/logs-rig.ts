/** Logs of a made host: scripted answers of journalctl and dmesg. */
import { expect } from 'vitest';
import { createFakeClock } from './fake-clock.ts';
import { createRecordedHost } from './fake-host.ts';
import { temporaryTree } from './temporary-directory.ts';
import type { RunOutcome } from '../../src/core/host.ts';
import type { LogAnswer, WantedLogs } from '../../src/explain/logs/log-lines.ts';
import { showLine } from '../../src/explain/logs/logs-part.ts';
import { createLogs, type ReadContainer } from '../../src/explain/logs/logs.ts';

export const FROM = 1_795_702_800_000;
export const TO = FROM + 900_000;
export const MACHINE = '3d1219c7c4c5404aaa1f6d2a48adfda4';

export const ENOENT = (name: string): Partial<RunOutcome> => ({
  code: null,
  failure: `${name} is not installed, or not in a directory of PATH`,
});

export const NO_CONTAINER: ReadContainer = async () => expect.fail('no container was asked for');

/** A line of journalctl, this many seconds after the begin. */
export const entry = (second: number, message: unknown, fields: Record<string, unknown> = {}): string =>
  JSON.stringify({
    __REALTIME_TIMESTAMP: String((FROM + second * 1000) * 1000),
    MESSAGE: message,
    PRIORITY: '4',
    _SYSTEMD_UNIT: 'app.service',
    ...fields,
  });

export interface Rig {
  journal?: Partial<RunOutcome> | string[];
  dmesg?: Partial<RunOutcome>;
  tree?: Record<string, string>;
  readContainer?: ReadContainer;
  isLocal?: boolean;
}

/** A host with scripted programs. */
export function rig({ journal = [], dmesg = ENOENT('dmesg'), tree = {}, isLocal = true, ...more }: Rig) {
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
      output: null,
      isGrouped: true,
      priority: 'warning',
      text: '',
      signal: new AbortController().signal,
      ...wanted,
    });
  return { read, argvs };
}

export const statesOf = ({ sources }: LogAnswer): unknown[] =>
  sources.map(({ source, state, reason }) => [source, state, reason]);
