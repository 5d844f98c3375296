/** Services of the routes of a hub. */
import { optional, type Resolved } from '../../core/parts/service.ts';
import { Fleet } from '../hub/fleet.ts';
import { FleetArchive } from '../../history/archive/own-archive.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import {
  Access,
  Base,
  Closing,
  Now,
  Registry,
  RunName,
  ServedVersion,
  StreamLimit,
} from '../../http/route/services.ts';

export const HUB = {
  access: Access,
  agent: AgentParts,
  base: Base,
  closing: Closing,
  fleet: Fleet,
  fleetArchive: optional(FleetArchive),
  now: Now,
  registry: Registry,
  run: RunName,
  streams: StreamLimit,
  version: ServedVersion,
} as const;
export type Hub = Resolved<typeof HUB>;
