import { describe, expect, it } from 'vitest';
import { fleetColumn, fleetServer, fleetValue } from '../../test/support/fleet-server.ts';
import { createRoster } from './roster.ts';
import type { FleetPage, FleetRow } from '../api/servers.ts';

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

  it('goes on with new values', () => {
    let now = 0;
    const roster = createRoster(() => now);
    const values = { cpu_total: fleetValue(1, { recent: [0, 1] }), mem_percent: fleetValue(40, { age: 2 }) };
    roster.replace([page([fleetServer('a', { values })])]);
    now = 10_000;
    const id = 'a:61208';
    roster.apply({
      changes: [
        { id, age: 0.5, values: { cpu_total: [9, 'WARNING', 'WARNING_LOG'] } },
        { id: 'unknown', age: 1, values: {} },
      ],
    });
    expect(roster.servers.value).toHaveLength(1);
    expect(roster.servers.value[0]).toMatchObject({
      id,
      name: 'a',
      age: 0.5,
      receivedAt: 10_000,
      values: {
        cpu_total: { value: 9, level: 'WARNING', decoration: 'WARNING_LOG', age: 0.5, recent: [0, 1, 9] },
        mem_percent: { value: 40, age: 12 },
      },
    });
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
