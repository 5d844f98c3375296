/** What targets were told, in memory, for any alert. */
import type { TargetState } from '../../src/core/alert-policy.ts';
import { NOTHING_TOLD } from '../../src/alerts/events/told.ts';
import type { ToldMemory } from '../../src/alerts/events/told-memory.ts';

export function createToldMemory(): ToldMemory {
  const subjects = new Map<string, Map<string, TargetState>>();
  return {
    has: () => true,
    get: (subject, target) => subjects.get(subject)?.get(target) ?? NOTHING_TOLD,
    set(subject, target, state) {
      const states = subjects.get(subject) ?? new Map<string, TargetState>();
      subjects.set(subject, states.set(target, state));
    },
    all: (target) =>
      [...subjects].flatMap(([subject, states]) => {
        const state = states.get(target);
        return state === undefined ? [] : [[subject, state] as const];
      }),
    saved: async () => {},
    retain(targets) {
      for (const states of subjects.values())
        for (const name of states.keys()) if (!targets.has(name)) states.delete(name);
    },
  };
}
