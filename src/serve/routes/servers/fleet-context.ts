/** The context of a hub's routes. */
import type { Fleet } from '../../../fleet/hub/fleet.ts';
import type { RouteContext } from '../../route/context.ts';
import { type Features, shared } from '../../route/route.ts';

export interface FleetContext extends RouteContext {
  fleet: Fleet;
}

export const isHub = (features: Features): boolean => features.isHub;

/** For routes that exist only on a hub. */
export const hubOf = shared((context): FleetContext => ({ ...context, fleet: context.fleet as Fleet }));
