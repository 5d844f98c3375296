/** Announces the stop to hubs as soon as a signal stops this process, while its servers close. */
import { PlannedStop } from '../../core/base-services.ts';
import { definePart } from '../../core/parts/part.ts';
import { HubPolls } from '../../api/values/hub-polls.ts';
import { createPlannedStops } from './planned-stops.ts';

/** @param withinMs longest wait for one hub; tests beside load need a longer one */
export const plannedStopsWithin = (withinMs?: number) =>
  definePart({
    name: 'planned stops',
    needs: { planned: PlannedStop },
    provides: HubPolls,
    open({ planned: { signalled } }, scope) {
      const { note, say } = createPlannedStops(withinMs);
      let said: Promise<void> | undefined;
      scope.onStart(() => void signalled.then(() => (said = say())));
      scope.onStop(() => said);
      return { note };
    },
  });

export const plannedStopsPart = plannedStopsWithin();
