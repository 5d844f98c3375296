/** A source of alerts without any, or with the given members. */
import { createSignal } from '../../src/core/parts/signal.ts';
import { createToldMemory } from './told-memory.ts';
import type { AlertSource } from '../../src/alerts/events/alert-source.ts';

export const alertSource = (members: Partial<AlertSource> = {}): AlertSource => ({
  memory: createToldMemory(),
  current: () => null,
  notified: () => [],
  isCurrent: () => true,
  changed: createSignal(),
  over: createSignal(),
  restored: createSignal(),
  stop: async () => {},
  ...members,
});
