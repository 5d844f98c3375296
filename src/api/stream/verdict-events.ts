/** The list of alerts as a stream event: created at most once a second, and sent if more than values changed. */
import type { Alert, AlertBoard, MachineVerdict } from '../../core/alert.ts';
import { named } from '../../core/said.ts';
import { eventFrame } from './frames.ts';

export interface VerdictEvents {
  /** Returns the event; the same bytes until the list changes. */
  latest(): Uint8Array;
}

const LEAST_MS = 1000;

/** @param now monotonic clock in milliseconds */
export function createVerdictEvents(
  board: AlertBoard,
  now: () => number = () => performance.now(),
): VerdictEvents {
  let frame: Uint8Array | null = null;
  let madeAt = -Infinity;
  let text = '';
  return {
    latest() {
      if (frame !== null && now() - madeAt < LEAST_MS) return frame;
      madeAt = now();
      const verdict = board.verdict();
      const next = essenceOf(verdict);
      if (frame === null || next !== text) frame = eventFrame('verdict', verdict);
      text = next;
      return frame;
    },
  };
}

/** Everything except values and texts derived from them, which clients know from samples. */
function essenceOf({ state, level, counts, alerts, notifies, rules }: MachineVerdict): string {
  return JSON.stringify([state, level, counts, notifies, rules, alerts.map(lastingPart)]);
}

const NOTHING = named('');

/** Removes value and sentence. The sentence of an alert without a value describes its state, and stays. */
const lastingPart = (alert: Alert): Alert =>
  alert.value === null ? alert : { ...alert, value: null, sentence: '', said: NOTHING };
