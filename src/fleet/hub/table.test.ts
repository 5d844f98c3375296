import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { serverAt } from '../../../test/support/fake-servers.ts';
import { createTable } from './table.ts';

const online = { status: 'ONLINE', values: new Map(), ip: null } as const;

describe('the table', () => {
  it('numbers its changes, and counts', () => {
    const table = createTable(createFakeClock());
    const [a, b] = [serverAt(1, { tags: ['web'] }), serverAt(2, { tags: ['db', 'web'] })];
    let changes = 0;
    table.subscribe(() => (changes += 1));
    table.put(a);
    table.put(b);
    table.take(a, online);
    expect([table.serial, changes]).toEqual([3, 3]);
    expect(table.counts()).toEqual({ ONLINE: 1, SNMP: 0, PROTECTED: 0, OFFLINE: 0, UNKNOWN: 1 });
    expect(table.tags()).toEqual(['db', 'web']);
    expect(table.find(a.id)?.serial).toBe(3);
  });

  it('drops what was found out about a server that is another by now', () => {
    const table = createTable(createFakeClock());
    const old = serverAt(1);
    table.put(old);
    table.put(serverAt(1, { alias: 'new' }));
    table.take(old, online);
    expect(table.find(old.id)?.status).toBe('UNKNOWN');
    table.remove(old.id);
    table.take(old, online);
    expect(table.find(old.id)).toBeUndefined();
  });

  it('takes numbers of before that come late, and tells their rows as a whole', () => {
    const earlier = new Map<string, readonly number[]>();
    const asked: number[] = [];
    const table = createTable(createFakeClock(7000), (_id, key, before) => {
      asked.push(before);
      return earlier.get(key) ?? [];
    });
    const server = serverAt(1);
    table.put(server);
    table.put(serverAt(2));
    const take = (value: number) =>
      table.take(server, {
        ...online,
        values: new Map([['cpu_total', { value, decoration: 'OK' }]]),
      });
    take(8);
    earlier.set('cpu_total', [6, 7]);
    take(9);
    table.recall(5000);
    const state = table.find(server.id);
    expect(state?.readings.get('cpu_total')?.recent).toEqual([6, 7, 8, 9]);
    expect(asked).toEqual([7000, 5000]);
    expect(state).toMatchObject({ serial: 5, follows: null });
    take(10);
    expect(table.find(server.id)).toMatchObject({ serial: 6, follows: 5 });
  });

  it('remembers removals for a while, but not of what is there again', () => {
    const table = createTable(createFakeClock());
    const server = serverAt(1);
    table.put(server);
    table.remove(server.id);
    expect(table.removedSince(0)).toEqual([{ id: server.id, serial: 2 }]);
    expect(table.removedSince(2)).toEqual([]);
    table.put(server);
    expect(table.removedSince(0)).toEqual([]);
    for (let index = 0; index < 1100; index += 1) {
      table.put(serverAt(1, { id: `s${index}` }));
      table.remove(`s${index}`);
    }
    expect(table.removedSince(0)).toBeNull();
    expect(table.removedSince(table.serial)).toEqual([]);
  });
});
