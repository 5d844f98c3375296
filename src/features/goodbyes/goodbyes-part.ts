/** Says goodbye to hubs as soon as a signal stops this process, while its servers close. */
import { PlannedStop } from '../../core/base-services.ts';
import { definePart } from '../../core/parts/part.ts';
import { HubPolls } from '../../serve/routes/values/hub-polls.ts';
import { createGoodbyes } from './goodbyes.ts';

export const goodbyesPart = definePart({
  name: 'goodbyes',
  needs: { planned: PlannedStop },
  provides: HubPolls,
  open({ planned: { signalled } }, scope) {
    const { note, say } = createGoodbyes();
    let said: Promise<void> | undefined;
    scope.onStart(() => void signalled.then(() => (said = say())));
    scope.onStop(() => said);
    return { note };
  },
});
