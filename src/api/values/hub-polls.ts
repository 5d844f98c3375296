/** Hubs that poll this agent, and want to know of its planned stop. */
import type { ServedMember } from '../../core/served.ts';
import { service } from '../../core/parts/service.ts';

export interface HubPolls {
  /** Records a hub. @param address from which it polls @param plannedStop its header, as received */
  note(address: string, plannedStop: ServedMember): void;
}
export const HubPolls = service<HubPolls>('hubs that poll');
