/** Takes the numbers that the hub shows of its servers into a history, as often as it polls them. */
import type { Clock } from '../../core/host.ts';
import type { Fleet } from './fleet.ts';
import type { ServerState } from './state.ts';
import { isAnswering } from '../../core/server-status.ts';

/** Recorded of each server beside its columns: 1 while it answers, 0 while it does not. */
export const STATUS = 'status';
/** Milliseconds that its last answer took. */
export const ANSWER_TIME = 'answer_time';
/** Behind the key of a column: its extremes since the answer before, where the average is neither. */
export const EXTREMES = { min: '.min', max: '.max' } as const;
/** With more servers, extremes would take the room of other series. */
const MOST_WITH_EXTREMES = 500;

/** The part of a history that is written. */
export interface Samples {
  begin(time: number): void;
  record(field: string, value: number, identity: string): void;
}

/** Records samples of the servers. Returns a stop function. */
export function takeSamples(
  fleet: Pick<Fleet, 'states' | 'paceMs' | 'refresh'>,
  samples: Samples,
  clock: Clock,
): () => void {
  let cancel = (): void => {};
  let takenAt = clock.monotonic();
  /** Time of the answer that was last taken, by server: one that is polled less often has gaps, not repetitions. */
  let answered = new Map<string, ServerState['answeredAt']>();
  const poll = (): void => {
    cancel = clock.setTimer(poll, fleet.refresh * 1000);
    // Timers are late by a little.
    if (clock.monotonic() - takenAt < fleet.paceMs() * 0.9) return;
    takenAt = clock.monotonic();
    // The database has its own hosts.
    const known = fleet
      .states()
      .filter(({ status, server }) => status !== 'UNKNOWN' && server.type !== 'STORED');
    if (known.length === 0) return;
    samples.begin(clock.now());
    const hasExtremes = known.length <= MOST_WITH_EXTREMES;
    for (const state of known)
      record(samples, state, answered.get(state.server.id) !== state.answeredAt, hasExtremes);
    answered = new Map(known.map(({ server, answeredAt }) => [server.id, answeredAt]));
  };
  cancel = clock.setTimer(poll, fleet.refresh * 1000);
  return () => cancel();
}

/** Values are averages since the answer before, or those of the last answer: what it lacked is a gap, and so is all of a server that does not answer. */
function record(
  samples: Samples,
  { server: { id }, status, answeredAt, answerMs, readings }: ServerState,
  isNew: boolean,
  hasExtremes: boolean,
): void {
  samples.record(STATUS, isAnswering({ status }) ? 1 : 0, id);
  if (!isAnswering({ status }) || !isNew) return;
  if (answerMs !== null) samples.record(ANSWER_TIME, answerMs, id);
  for (const [key, { value, span, at }] of readings) {
    if (typeof value !== 'number' || !Number.isFinite(value) || at !== answeredAt) continue;
    samples.record(key, span?.avg ?? value, id);
    if (!hasExtremes || span === undefined || span.min === span.max) continue;
    samples.record(`${key}${EXTREMES.min}`, span.min, id);
    samples.record(`${key}${EXTREMES.max}`, span.max, id);
  }
}
