import { expect, it } from 'vitest';
import { serverAt } from '../../../test/support/fake-servers.ts';
import { parseColumns } from '../../core/columns.ts';
import type { Fleet } from '../hub/fleet.ts';
import { createTable } from '../hub/table.ts';
import { type ChangeFrame, createChanges, type ServersEvent } from './changes.ts';

const COLUMNS = parseColumns(['cpu:total', 'mem:percent', 'load:min5', 'system:hr_name']);

function rig(count: number) {
  let now = 1000;
  const clock = { now: () => now, monotonic: () => now };
  const table = createTable(clock);
  const servers = Array.from({ length: count }, (_, index) => serverAt(1, { id: `server-${index}` }));
  for (const server of servers) table.put(server);
  const fleet = {
    clock,
    columns: COLUMNS.map((column) => ({ ...column, unit: null, description: null })),
    states: table.states,
    counts: table.counts,
    tags: table.tags,
    removedSince: table.removedSince,
    serial: () => table.serial,
  } as unknown as Fleet;
  const changes = createChanges(fleet, 'run');
  const answer = (value: number, some = servers) => {
    now += 10_000;
    for (const server of some) {
      const values = new Map(COLUMNS.map(({ key }) => [key, { value: value + 0.12345, decoration: 'OK' }]));
      table.take(server, { status: 'ONLINE', values, ip: '10.0.0.1' });
    }
  };
  /** All frames up to the newest change, as a reader receives them. */
  const reader = () => {
    let serial = 0;
    let had = 0;
    const next = (): { event: ServersEvent; bytes: number } | null => {
      const change = changes.after(serial, had) as ChangeFrame | null;
      if (change === null) return null;
      serial = change.serial;
      if (change.isLast) had = serial;
      const data = /^data: (.*)$/m.exec(change.frame.toString())?.[1] ?? '';
      return { event: JSON.parse(data) as ServersEvent, bytes: change.frame.length };
    };
    const all = () => {
      const taken = [];
      for (let one = next(); one !== null; one = next()) taken.push(one);
      return {
        rows: taken.flatMap(({ event }) => event.servers),
        changes: taken.flatMap(({ event }) => event.changes ?? []),
        bytes: taken.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    };
    return { next, all };
  };
  return { servers, answer, reader, changes, table };
}

it('a reader that has all rows gets new values only, in a quarter of the bytes or less', () => {
  const { servers, answer, reader, table } = rig(250);
  const { all } = reader();
  for (let round = 0; round < 40; round += 1) answer(round);
  expect(all().rows).toHaveLength(250);
  answer(50);
  const { rows, changes, bytes } = all();
  expect([rows.length, changes.length]).toEqual([0, 250]);
  expect(changes[0]).toMatchObject({ id: 'server-0', values: { cpu_total: [50.12345, 'OK', 'OK'] } });
  const whole = reader().all();
  expect(whole.rows).toHaveLength(250);
  expect(bytes).toBeLessThan(whole.bytes / 4);
  const [first] = servers;
  if (first === undefined) throw new Error('no server');
  table.take(first, { status: 'OFFLINE', reason: 'gone', ip: null });
  expect(all()).toMatchObject({ rows: [{ id: 'server-0', status: 'OFFLINE' }], changes: [] });
  table.take(first, { status: 'OFFLINE', reason: 'gone', ip: null });
  expect(all().changes).toMatchObject([{ id: 'server-0', values: {} }]);
});

it('a reader that missed a row before gets it whole', () => {
  const { servers, answer, reader } = rig(250);
  const { next, all } = reader();
  answer(1);
  all();
  answer(2);
  // A hundred rows; the others are read once more before their turn.
  expect(next()?.event.changes).toHaveLength(100);
  answer(3, servers.slice(150));
  const { rows, changes } = all();
  expect(changes.map(({ id }) => id)).toEqual(servers.slice(100, 150).map(({ id }) => id));
  expect(rows.map(({ id }) => id)).toEqual(servers.slice(150).map(({ id }) => id));
});

it('a reader that does not ask for them gets whole rows', () => {
  const { answer, changes } = rig(3);
  answer(1);
  answer(2);
  const { frame } = changes.after(0, null) as ChangeFrame;
  expect(frame.toString()).not.toContain('"changes"');
});
