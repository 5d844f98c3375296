import { describe, expect, it } from 'vitest';
import { createFleetRig, serverAlert } from '../../../test/support/fleet-alert-rig.ts';

const CPU = serverAlert('CPU_TOTAL');
const FULL = serverAlert('FS_/HOME', {}, 2);
const SERVERS = [
  { id: 'web:61208', name: 'web', alias: 'Shop', tags: ['prod', 'web'] },
  { id: 'db:61208', name: 'db', tags: ['prod'] },
  { id: 'lab:61208', name: 'lab' },
];

describe('silences of servers of a hub', () => {
  const [SHOP, DB, LAB] = ['Shop', 'db', 'lab'].map((name) => [
    `CPU_TOTAL of ${name}`,
    `FS_/HOME of ${name}`,
  ]);
  it.each([
    ['shop/*', [DB, LAB]],
    ['web:61208/*', [DB, LAB]],
    ['web/CPU_*', ['FS_/HOME of Shop', DB, LAB]],
    ['tag:prod', [LAB]],
    ['tag:prod/FS_/HOME', ['CPU_TOTAL of Shop', 'CPU_TOTAL of db', LAB]],
    ['*/*', []],
    ['*', [SHOP, DB, LAB]],
    ['CPU_TOTAL', [SHOP, DB, LAB]],
  ])('%s hold back their notifications, and what lasts is notified afterwards', async (type, others) => {
    const { silences, clock, answer, wait, told } = await createFleetRig(SERVERS);
    await silences.set({ type, note: '', until: clock.now() + 3_600_000 });
    for (const name of ['Shop', 'db:61208', 'lab:61208']) answer(name, [CPU, FULL]);
    await wait(60);
    expect(told.toSorted()).toEqual(others.flat().toSorted());
    await wait(3600);
    expect(told.toSorted()).toEqual([SHOP, DB, LAB].flat().toSorted());
  });

  it('are in force at times of maintenance', async () => {
    const { silences, answer, wait, messages } = await createFleetRig(SERVERS);
    const schedule = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '01:00', zone: 'UTC' };
    await silences.set({ type: 'tag:prod', note: 'updates', until: null, schedule });
    answer('Shop', [CPU]);
    await wait(3000);
    expect(messages).toEqual([]);
    await wait(1200);
    expect(messages).toEqual(['WARNING: CPU_TOTAL 80 on Shop']);
  });

  it('end with the alert where they acknowledge it', async () => {
    const { silences, answer, wait, messages } = await createFleetRig(SERVERS);
    await silences.set({ type: 'web/CPU_TOTAL', note: '', until: null });
    answer('Shop', [CPU]);
    answer('db:61208', [CPU]);
    await wait(60);
    answer('db:61208', []);
    await wait(60);
    expect(silences.list()).toHaveLength(1);
    answer('Shop', []);
    await wait(60);
    expect(silences.list()).toEqual([]);
    answer('Shop', [CPU]);
    await wait(60);
    expect(messages.at(-1)).toBe('WARNING: CPU_TOTAL 80 on Shop');
  });

  it('cover that these do not answer', async () => {
    const { silences, silenced, clock } = await createFleetRig(SERVERS);
    const offline = (...ids: string[]) =>
      silenced.covers({
        type: 'HOSTS_OFFLINE',
        item: null,
        finding: { kind: 'HOSTS_OFFLINE', details: { servers: ids.join(' ') } },
      });
    const one = (item: string) =>
      silenced.covers({ type: `HOST_OFFLINE_${item}`, item, finding: { kind: 'HOST_OFFLINE', details: {} } });
    await silences.set({ type: 'tag:prod', note: '', until: clock.now() + 1000 });
    expect([one('web:61208'), one('lab:61208')]).toEqual([true, false]);
    expect([offline('web:61208', 'db:61208'), offline('web:61208', 'lab:61208')]).toEqual([true, false]);
    await silences.set({ type: 'lab/HOST_OFFLINE', note: '', until: clock.now() + 1000 });
    expect(one('lab:61208')).toBe(true);
  });
});

describe('targets of notifications', () => {
  it('have the alerts of some servers', async () => {
    const { answer, wait, told } = await createFleetRig(SERVERS, { target: { servers: 'tag:prod' } });
    for (const name of ['Shop', 'db:61208', 'lab:61208']) answer(name, [CPU]);
    await wait(60);
    expect(told.toSorted()).toEqual(['CPU_TOTAL of Shop', 'CPU_TOTAL of db']);
  });

  it('know which of them do not answer', async () => {
    const { silenced } = await createFleetRig(SERVERS);
    const names = (kind: string, item: string | null, details = {}) =>
      silenced.namesOf({ type: kind, item, finding: { kind, details } });
    expect(names('HOST_OFFLINE', 'web:61208')).toEqual(['web:61208', 'web', 'Shop', 'tag:prod', 'tag:web']);
    expect(names('HOSTS_OFFLINE', null, { servers: 'db:61208 lab:61208 gone:1' })).toEqual(
      expect.arrayContaining(['db', 'tag:prod', 'lab']),
    );
    expect(names('HOST_OFFLINE', 'gone:1')).toBeNull();
    expect(silenced.namesOf({ type: 'CPU_TOTAL', item: null })).toEqual(['localhost']);
  });
});
