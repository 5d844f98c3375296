/** Types of the hub's replies: `GET /api/servers` and its stream. */
import type { ServerRow as FleetRow } from '../../src/fleet/hub/row.ts';
import type { ServersEvent } from '../../src/fleet/routes/changes.ts';

export type { ServerColumn as FleetColumn } from '../../src/core/columns.ts';
export type { RowChange as FleetRowChange, RowValue as FleetValue } from '../../src/fleet/hub/row.ts';
export type { Counts } from '../../src/fleet/hub/table.ts';
export type { AlertsOfServer } from '../../src/fleet/routes/alerts-route.ts';
export type { ServerPage as FleetPage } from '../../src/fleet/routes/fleet-schemas.ts';
export type { FleetRow };

export type FleetChange = Partial<ServersEvent>;

/** A server on this page. */
export interface Server extends FleetRow {
  /** Time of receipt on the page's clock (`performance.now()`). */
  readonly receivedAt: number;
  /** Place in the hub's order. */
  readonly place: number;
}
