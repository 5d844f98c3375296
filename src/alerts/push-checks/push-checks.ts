/** Push checks: a late or missing call of another program is a failure. */
import { singleLine } from '../../net/deliver/plain-text.ts';
import { timingSafeEqual } from 'node:crypto';
import { type CheckResult, notChecked } from '../../core/check-result.ts';
import type { FileProblems } from '../../core/file-problems.ts';
import { createStateFile } from '../../core/files/state-file.ts';
import { dateOf, momentOf } from '../../core/date-of.ts';
import type { Clock } from '../../core/host.ts';
import { service } from '../../core/parts/service.ts';
import { maskSecrets } from '../../core/redact.ts';
import type { PushCheck } from './push-check-file.ts';
import { hashSecret } from '../../net/credentials/secrets-file.ts';
import { type LastCall, parseCalls } from './calls.ts';
import { inWords } from './in-words.ts';

/** Content of a call. */
type PushCheckCall = Pick<LastCall, 'up' | 'ms' | 'text'>;

export interface PushChecks {
  /** True if there is a push check with this name and token. Takes the same time for all names. */
  accepts(name: string, token: string): boolean;
  has(name: string): boolean;
  /** Records a call of an accepted beat. Returns when the next one is due, in milliseconds since the epoch. */
  call(name: string, call: PushCheckCall): number;
  results(): CheckResult[];
  /** Replaces the beats; those with the same name keep their calls. */
  replace(kept: readonly PushCheck[]): void;
  /** Writes the last calls. */
  stop(): Promise<void>;
}
export const PushChecks = service<PushChecks>('push checks');

interface PushChecksSetup {
  clock: Pick<Clock, 'now' | 'monotonic' | 'setTimer'>;
  kept: readonly PushCheck[];
  /** File of the last calls. */
  path: string;
  /** Called after a call. */
  onCall(): void;
  problems: Pick<FileProblems, 'report'>;
}

/** Calls of all beats in this time are written together. */
const WRITE_MS = 1000;
const LONGEST_TEXT = 200;
/** Token for unknown names, so they take as long as known ones. */
const NO_HASH = '0'.repeat(64);

export function createPushChecks({ clock, kept, path, onCall, problems }: PushChecksSetup): PushChecks {
  const file = createStateFile(path, {
    parse: parseCalls,
    reports: { problems, loss: 'Calls of beats are lost in a restart.' },
    isDerived: true,
  });
  const { value } = file.load();
  const calls = new Map((value ?? []).map((call) => [call.name, call]));
  let pushChecks: ReadonlyMap<string, PushCheck> = new Map();
  /** Monotonic time from which the next call of each push check counts: its last call, or its creation. */
  const starts = new Map<string, number>();
  const take = (next: readonly PushCheck[]): void => {
    for (const { name, created } of next)
      if (pushChecks.get(name)?.created !== created && (!starts.has(name) || !calls.has(name)))
        starts.set(name, momentOf(clock, calls.get(name)?.time ?? Date.parse(created)));
    pushChecks = byName(next);
  };
  const endOf = ({ name, every, grace }: PushCheck): number => (starts.get(name) ?? 0) + every + grace;
  take(kept);
  let cancelWrite: (() => void) | null = null;
  let written: Promise<void> = Promise.resolve();

  const write = (): Promise<void> => {
    cancelWrite?.();
    cancelWrite = null;
    written = written.then(async () => {
      const current = [...calls.values()].filter(({ name }) => pushChecks.has(name));
      // Failures are reported by the file.
      await file.save(JSON.stringify(current)).catch(() => undefined);
    });
    return written;
  };

  return {
    accepts(name, token) {
      const known = pushChecks.get(name)?.hash ?? NO_HASH;
      return timingSafeEqual(Buffer.from(hashSecret(token)), Buffer.from(known));
    },
    has: (name) => pushChecks.has(name),
    call(name, { up, ms, text }) {
      const beat = pushChecks.get(name) as PushCheck;
      const before = calls.get(name);
      const now = clock.now();
      const goesOn = before !== undefined && before.up === up && clock.monotonic() <= endOf(beat);
      starts.set(name, clock.monotonic());
      calls.set(name, { name, time: now, since: goesOn ? before.since : now, up, ms, text: lineOf(text) });
      cancelWrite ??= clock.setTimer(() => void write(), WRITE_MS);
      onCall();
      return now + beat.every;
    },
    results: () =>
      [...pushChecks.values()].map((beat) => {
        const end = endOf(beat);
        const isLate = clock.monotonic() > end;
        return resultOf(beat, calls.get(beat.name), { end: dateOf(clock, end), isLate });
      }),
    replace: take,
    stop: () => (cancelWrite === null ? written : write()),
  };
}

const byName = (kept: readonly PushCheck[]): ReadonlyMap<string, PushCheck> =>
  new Map(kept.map((beat) => [beat.name, beat]));

/** @param end when the grace of the next call ends, in milliseconds since the epoch */
function resultOf(
  beat: PushCheck,
  last: LastCall | undefined,
  { end, isLate }: { end: number; isLate: boolean },
): CheckResult {
  const { name, every, grace } = beat;
  const result = {
    ...notChecked({
      name: `beat_${name}`,
      description: name,
      kind: 'beat',
      target: `every ${inWords(every)}`,
    }),
    checked: last?.time ?? null,
    due: end - grace,
    response: last?.ms === null || last === undefined ? null : last.ms / 1000,
  };
  if (isLate) {
    const before = last === undefined ? `since it was added` : `since ${momentText(last.time)}`;
    const reason = `${name} has not called ${before} (every ${inWords(every)}, grace ${inWords(grace)})`;
    return { ...result, up: false, failures: 1, since: end, reason };
  }
  if (last === undefined) return { ...result, reason: `${name} has not called yet` };
  if (last.up) return { ...result, up: true, since: last.since };
  const words = last.text === null ? '' : `: ${last.text}`;
  return {
    ...result,
    up: false,
    failures: 1,
    since: last.since,
    reason: `${name} reports a failure${words}`,
  };
}

/** `2026-11-25 02:00 UTC`. */
const momentText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** One line without secrets. */
const lineOf = (text: string | null): string | null => text && singleLine(maskSecrets(text), LONGEST_TEXT);
