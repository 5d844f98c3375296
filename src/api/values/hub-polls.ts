/** Hubs that poll this agent, and want to know of its planned stop. */
import { service } from '../../core/parts/service.ts';

export interface HubPolls {
  /** Records a hub. @param address from which it polls @param goodbye its header, as received */
  note(address: string, goodbye: unknown): void;
}
export const HubPolls = service<HubPolls>('hubs that poll');
