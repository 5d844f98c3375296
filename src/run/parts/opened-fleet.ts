/** Services that parts of a hub share. */
import { service } from '../../core/parts/service.ts';
import type { FleetArchive } from './fleet-archive.ts';
import type { OpenedHub as Opened } from './hub.ts';

export const OpenedHub = service<Opened>('hub');
export const OpenedFleetArchive = service<FleetArchive>('history of servers');

export interface FleetPolls {
  /** Calls once servers are polled; at once if they are already. */
  whenBegun(then: () => void): void;
}
export const FleetPolls = service<FleetPolls>('polls of servers');
