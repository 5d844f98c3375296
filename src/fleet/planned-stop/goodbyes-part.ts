/** Says goodbye to hubs as soon as a signal stops this process, while its servers close. */
import { PlannedStop } from '../../core/base-services.ts';
import { definePart } from '../../core/parts/part.ts';
import { HubPolls } from '../../api/values/hub-polls.ts';
import { createGoodbyes } from './goodbyes.ts';

/** @param withinMs longest wait for one hub; tests beside load need a longer one */
export const goodbyesWithin = (withinMs?: number) =>
  definePart({
    name: 'goodbyes',
    needs: { planned: PlannedStop },
    provides: HubPolls,
    open({ planned: { signalled } }, scope) {
      const { note, say } = createGoodbyes(withinMs);
      let said: Promise<void> | undefined;
      scope.onStart(() => void signalled.then(() => (said = say())));
      scope.onStop(() => said);
      return { note };
    },
  });

export const goodbyesPart = goodbyesWithin();
