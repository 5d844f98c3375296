/** The context of a hub's routes. */
import type { Fleet } from '../../../fleet/hub/fleet.ts';
import type { RouteContext } from '../../context.ts';

export interface FleetContext extends RouteContext {
  fleet: Fleet;
}
