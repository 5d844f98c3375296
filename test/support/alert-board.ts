/** The list of alerts of an agent; events that a test put in the list of the alert plugin are ongoing, too. */
import type { Culprits } from '../../src/core/culprits.ts';
import type { AlertEvent, SavedEvent } from '../../src/core/event.ts';
import { FAILURE_RULES } from '../../src/alerts/failure-rules/index.ts';
import { parentFinder } from '../../src/alerts/failure-rules/parents.ts';
import type { Silences } from '../../src/alerts/silences/silences.ts';
import {
  type AlertBoardSetup,
  createAlertBoard,
  type OwnAlertBoard,
} from '../../src/run/parts/alert-board.ts';

/** Tests may name those who cause it. */
export type ListedEvent = AlertEvent & { readonly culprits?: Culprits };

interface BoardAgent extends Pick<AlertBoardSetup, 'plugins' | 'store' | 'levels'> {
  sampler: Pick<AlertBoardSetup, 'states'>;
  events: { lasting(): readonly SavedEvent[] } | null;
}

export function boardOf(agent: BoardAgent, silences: Silences | null = null): OwnAlertBoard {
  const { plugins, store, levels, sampler } = agent;
  const listed = (): readonly ListedEvent[] =>
    plugins.some(({ name }) => name === 'alert') ? (store.latest('alert').value as ListedEvent[]) : [];
  return createAlertBoard({
    plugins,
    store,
    levels,
    silences,
    isSilenced: ({ type }) => silences?.covers(type) === true,
    states: sampler.states,
    now: () => Date.now(),
    notifies: () => false,
    notified: () => [],
    parentOf: parentFinder(FAILURE_RULES, () => agent.events?.lasting() ?? []),
    ongoing() {
      const own = agent.events?.lasting() ?? [];
      const known = new Set(own.map(({ event }) => event.type));
      const others = listed().filter(({ end, type }) => end === -1 && !known.has(type));
      return [
        ...own,
        ...others.map((event) => ({
          plugin: '',
          identity: null,
          event,
          ...(event.culprits && { culprits: event.culprits }),
        })),
      ];
    },
  });
}
