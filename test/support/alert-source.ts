/** A source of alerts without any, or with the given members. */
import { createSignal } from '../../src/core/parts/signal.ts';
import type { AlertSource } from '../../src/run/parts/alert-source.ts';

export const alertSource = (members: Partial<AlertSource> = {}): AlertSource => ({
  told: () => [],
  toldAlert: () => null,
  isCurrent: () => true,
  stoppedAt: () => 0,
  changed: createSignal(),
  over: createSignal(),
  recalled: createSignal(),
  stop: async () => {},
  ...members,
});
