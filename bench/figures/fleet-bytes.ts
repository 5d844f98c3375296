/** Bytes that an open page of a large fleet receives: the hub's own table and frames, on a simulated clock, independent of other load. */
import type { Fleet } from '../../src/fleet/hub/fleet.ts';
import type { Server } from '../../src/fleet/hub/server.ts';
import type { Answered } from '../../src/net/agents/values/extract.ts';
import { createTable } from '../../src/fleet/hub/table.ts';
import { RECENT_LENGTH } from '../../src/core/columns.ts';
import { createChanges, type RowChanges } from '../../src/serve/routes/servers/changes.ts';
import { digits, type Measure } from '../figure.ts';

const HOSTS = 10_000;
const INTERVAL_MS = 15_000;
const REACH_KB = 200;
const COLUMNS = ['cpu_total', 'mem_percent', 'load_min5', 'fs_percent_/'].map((key) => ({
  key,
  plugin: '',
  field: '',
  item: null,
  unit: null,
  description: null,
}));

const serverOf = (index: number): Server => {
  const name = `host-${String(index).padStart(5, '0')}`;
  return {
    id: `stored-${name}`,
    key: name,
    name,
    host: name,
    port: 0,
    protocol: 'rest',
    isSecure: false,
    type: 'STORED',
    alias: null,
    tags: [],
    username: null,
    password: null,
  };
};

/** Reads everything: bytes, and the new position. */
function read(changes: RowChanges, from: number, had: number | null): { bytes: number; serial: number } {
  let bytes = 0;
  let serial = from;
  for (let next = changes.after(serial, had); next !== null; next = changes.after(serial, had)) {
    if (next === 'lost') throw new Error('the reader lags');
    bytes += next.frame.length;
    serial = next.serial;
  }
  return { bytes, serial };
}

export const measureFleetBytes: Measure = async () => {
  let now = Date.now();
  const table = createTable(() => now);
  const servers = Array.from({ length: HOSTS }, (_, index) => serverOf(index));
  for (const server of servers) table.put(server);
  const fleet = { ...table, serial: () => table.serial, columns: COLUMNS };
  const changes = createChanges(fleet as unknown as Fleet, 'bench');
  let serial = 0;
  let [page, whole] = [0, 0];
  // Until sparklines are full.
  for (let look = 0; look <= RECENT_LENGTH; look += 1) {
    now += INTERVAL_MS;
    for (const server of servers) {
      const values = COLUMNS.map(({ key }): [string, Answered] => [
        key,
        { value: Math.random() * 100, decoration: 'OK' },
      ]);
      table.take(server, { status: 'ONLINE', values: new Map(values), ip: null, at: now });
    }
    whole = read(changes, serial, null).bytes;
    ({ bytes: page, serial } = read(changes, serial, serial));
  }
  const kbPerSecond = (bytes: number): number => bytes / INTERVAL_MS;
  return [
    {
      name: `Open page of a fleet of ${HOSTS} hosts, bytes received (simulated clock)`,
      value: `${digits(kbPerSecond(page))} kB/s`,
      peer: `whole rows: ${digits(kbPerSecond(whole))} kB/s`,
      reach: `≤ ${REACH_KB} kB/s`,
      isReached: kbPerSecond(page) <= REACH_KB,
    },
  ];
};
