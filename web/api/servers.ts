/** Types of the hub's replies: `GET /api/servers` and its stream. */
import type { ServerPage } from '../../src/fleet/routes/list-route.ts';
import type { AlertsOfServer } from '../../src/fleet/routes/alerts-route.ts';
import type { ColumnReport, RowChange, RowValue, ServerRow } from '../../src/fleet/hub/row.ts';
import type { Counts } from '../../src/fleet/hub/table.ts';

export type { AlertsOfServer, Counts };
export type FleetColumn = ColumnReport;
export type FleetValue = RowValue;
export type FleetRow = ServerRow;
export type FleetRowChange = RowChange;
export type FleetPage = ServerPage;

/** Data of `servers` events. */
export interface FleetChange {
  servers?: readonly FleetRow[];
  /** New values of known servers. */
  changes?: readonly RowChange[];
  removed?: readonly string[];
}

/** A server on this page. */
export interface Server extends FleetRow {
  /** Time of receipt on the page's clock (`performance.now()`). */
  readonly receivedAt: number;
  /** Place in the hub's order. */
  readonly place: number;
}
