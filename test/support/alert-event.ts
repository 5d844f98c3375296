/** Published alerts of tests. */
import type { AlertEvent } from '../../src/core/event.ts';

/** An ongoing alert of one value. */
export const alertEvent = (type: string, value: number, more: Partial<AlertEvent> = {}): AlertEvent => ({
  begin: 0,
  end: -1,
  state: 'WARNING',
  type,
  max: value,
  avg: value,
  min: value,
  sum: value,
  count: 1,
  top: [],
  desc: '',
  sort: 'cpu_percent',
  global_msg: '',
  ...more,
});
