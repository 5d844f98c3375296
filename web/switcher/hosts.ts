/** Servers of a hub, for a server's page or the hub's. */
import type { Client } from '../api/client.ts';
import type { FleetPage, FleetRow } from '../api/servers.ts';
import { hasPage, pageOf } from '../api/server-page.ts';
import { addressOf, nameOf, WORDS } from '../../src/show/display/servers.ts';
import type { Goal } from '../parts/goal.ts';
import { t } from '../../src/show/display/language.ts';

/** Servers per reply. */
const LIMIT = 1000;

/** @param hub path of the hub relative to the page: empty or with a trailing slash */
export const loadFleet = (client: Client, hub: string): Promise<FleetPage> =>
  client.get<FleetPage>(`${hub}api/servers?limit=${LIMIT}`);

/** Only the servers. */
export const loadHosts = async (client: Client, hub: string): Promise<readonly FleetRow[]> =>
  (await loadFleet(client, hub)).servers;

export interface Neighbours {
  readonly own: FleetRow | null;
  readonly before: FleetRow | null;
  readonly after: FleetRow | null;
}

/** @param order ids in the list's last order; empty: the hub's order */
export function neighboursOf(rows: readonly FleetRow[], id: string, order: readonly string[]): Neighbours {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ids = order.includes(id) ? order : rows.map((row) => row.id);
  const open = ids.flatMap((one) => byId.get(one) ?? []).filter((row) => hasPage(row) || row.id === id);
  const at = open.findIndex((row) => row.id === id);
  return {
    own: byId.get(id) ?? null,
    before: open[at - 1] ?? null,
    after: at < 0 ? null : (open[at + 1] ?? null),
  };
}

export interface HostsSetup {
  readonly hub: string;
  /** The server on show, listed last; null if there is none. */
  readonly own?: string | null;
  /** Shows servers without a page; absent: they are left out. */
  readonly look?: (row: FleetRow) => void;
}

export function hostEntries(rows: readonly FleetRow[], { hub, own = null, look }: HostsSetup): Goal[] {
  const isOwn = ({ id }: FleetRow): boolean => id === own;
  return [...rows.filter((row) => !isOwn(row)), ...rows.filter(isOwn)].flatMap((row) => {
    const isOpen = hasPage(row);
    if (!isOpen && look === undefined) return [];
    const host = row.alias ? `${row.name} · ` : '';
    const state = isOwn(row) ? t(' · this server') : isOpen ? '' : ` · ${WORDS[row.status]}`;
    return [
      {
        kind: 'host' as const,
        key: row.id,
        title: nameOf(row),
        hint: `${host}${addressOf(row)}${state}`,
        run: () => (isOpen ? location.assign(hub + pageOf(row)) : look?.(row)),
      },
    ];
  });
}
