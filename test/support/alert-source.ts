/** A source of alerts without any, or with the given members. */
import { createSignal } from '../../src/core/parts/signal.ts';
import type { AlertSource } from '../../src/run/parts/alert-source.ts';

export const alertSource = (members: Partial<AlertSource> = {}): AlertSource => ({
  calm: {
    load() {},
    take: (_plugin, _verdicts, judge) => judge(),
    change() {},
    told: () => [],
    notified: () => [],
    current: () => null,
    isCurrent: () => true,
    stop: async () => {},
  },
  stoppedAt: () => 0,
  changed: createSignal(),
  over: createSignal(),
  recalled: createSignal(),
  stop: async () => {},
  ...members,
});
