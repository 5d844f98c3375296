/** The list of alerts of this machine. */
import { HostClock } from '../../core/base-services.ts';
import { definePart } from '../../core/parts/part.ts';
import { optional } from '../../core/parts/service.ts';
import { Silenced } from '../../alerts/silences/silenced.ts';
import { Silences } from '../../alerts/silences/silences.ts';
import { FAILURE_RULES } from '../../alerts/failure-rules/index.ts';
import { parentFinder } from '../../alerts/failure-rules/parents.ts';
import { Agent } from './agent.ts';
import { createAlertBoard, OwnAlertBoard } from './alert-board.ts';
import { Targets } from './targets.ts';

export const alertBoardPart = definePart({
  name: 'list of alerts',
  needs: {
    agent: Agent,
    clock: HostClock,
    silences: optional(Silences),
    silenced: optional(Silenced),
    targets: optional(Targets),
  },
  provides: OwnAlertBoard,
  isEssential: true,
  open({ agent, clock, silences, silenced, targets }) {
    const { events, sampler } = agent;
    const lasting = () => events?.lasting() ?? [];
    return createAlertBoard({
      ...agent,
      silences,
      isSilenced: (event) => silenced?.covers(event) === true,
      states: sampler.states,
      ongoing: () => events?.standing() ?? [],
      now: clock.now,
      notifies: () => targets !== null && targets.receivers().length > 0,
      parentOf: parentFinder(FAILURE_RULES, lasting),
      notified: () => events?.notified() ?? [],
    });
  },
});
