import { describe, expect, it } from 'vitest';
import { fleetColumn, fleetServer } from '../../test/support/fleet-server.ts';
import { createRoster } from './roster.ts';
import type { FleetPage, FleetRow } from './types.ts';

const page = (servers: FleetRow[], change: Partial<FleetPage> = {}): FleetPage => ({
  total: servers.length,
  matching: servers.length,
  offset: 0,
  limit: 1000,
  counts: { ONLINE: 0, OFFLINE: 0, PROTECTED: 0, SNMP: 0, UNKNOWN: 0 },
  tags: [],
  editable: true,
  refresh: 5,
  now: Date.now(),
  columns: [fleetColumn('cpu:total')],
  servers,
  position: 'r.1',
  ...change,
});

describe('the roster', () => {
  it('holds what the hub said last, in its order', () => {
    let now = 100;
    const roster = createRoster(() => now);
    roster.replace([page([fleetServer('a'), fleetServer('b')]), page([fleetServer('c')])]);
    expect(roster.servers.value.map(({ name, place }) => [name, place])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
    const [first] = roster.servers.value;
    now = 200;
    roster.apply({ servers: [fleetServer('b', { status: 'OFFLINE' })], removed: ['c:61208'] });
    expect(roster.servers.value.map(({ name, status, receivedAt }) => [name, status, receivedAt])).toEqual([
      ['a', 'ONLINE', 100],
      ['b', 'OFFLINE', 200],
    ]);
    expect(roster.servers.value[0]).toBe(first);
  });

  it('what was removed and is there again is there', () => {
    const roster = createRoster();
    roster.replace([page([fleetServer('a')])]);
    roster.apply({ removed: ['a:61208'], servers: [fleetServer('a')] });
    expect(roster.servers.value).toHaveLength(1);
  });

  it('columns stay the same while they are the same', () => {
    const roster = createRoster();
    roster.replace([page([])]);
    const before = roster.columns.value;
    roster.replace([page([])]);
    expect(roster.columns.value).toBe(before);
    roster.replace([page([], { columns: [fleetColumn('mem:percent')] })]);
    expect(roster.columns.value).not.toBe(before);
  });
});
