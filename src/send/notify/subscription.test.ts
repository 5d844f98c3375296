import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { sampleEvent, sampleNotice, sampleTarget } from '../../../test/support/notify.ts';
import { eventKey, type NoticeEvent } from './notice.ts';
import { createSubscription, isWanted } from './subscription.ts';

const HOUR = 3_600_000;

function setUp(texts: Record<string, string> = {}, start = '2026-01-10T12:00:00Z') {
  const clock = createFakeClock(Date.parse(start));
  const puts: string[] = [];
  const waiting = new Set<string>();
  const now = new Map<string, NoticeEvent | null>();
  const silenced = new Set<string>();
  const stale = new Set<string>();
  const names = new Map<string, readonly string[]>();
  const subscription = createSubscription({
    options: sampleTarget('slack', { webhook_url: 'http://h', ...texts }).common,
    clock,
    put: (kind, { type, state }) => void puts.push(`${kind} ${type} ${state}`),
    isWaiting: (key) => waiting.has(key),
    latest: (event) => (now.has(eventKey(event)) ? (now.get(eventKey(event)) ?? null) : event),
    isSilenced: ({ type }) => silenced.has(type),
    namesOf: ({ server }) => (server === undefined ? ['localhost'] : (names.get(server) ?? null)),
    isCurrent: ({ type }) => !stale.has(type),
  });
  return { clock, puts, waiting, now, silenced, stale, names, subscription };
}

const critical = { state: 'CRITICAL' } as const;

describe('subscription', () => {
  it('passes the life of an event on', () => {
    const { puts, subscription } = setUp();
    subscription.take(sampleNotice('begin'));
    subscription.take(sampleNotice('change', critical));
    subscription.take(sampleNotice('end', critical));
    expect(puts).toEqual(['begin CPU_TOTAL WARNING', 'change CPU_TOTAL CRITICAL', 'end CPU_TOTAL CRITICAL']);
  });

  it('tells of a moment once, also after quiet hours and without reminders', async () => {
    const { clock, puts, now, subscription } = setUp(
      { repeat: '3600', quiet_hours: '22:00-06:00' },
      '2026-01-10T23:00:00Z',
    );
    const moment = sampleNotice('begin', { end: sampleNotice().event.begin });
    subscription.take(moment);
    now.set(eventKey(moment.event), moment.event);
    expect(puts).toEqual([]);
    await clock.advance(24 * HOUR);
    expect(puts).toEqual(['begin CPU_TOTAL WARNING']);
  });

  it('holds back what is silenced, and tells of it when that is over', async () => {
    const { clock, puts, silenced, subscription } = setUp({ repeat: '3600' });
    subscription.take(sampleNotice('begin'));
    silenced.add('CPU_TOTAL');
    subscription.take(sampleNotice('change', critical));
    subscription.take(sampleNotice('begin', { id: 2 }));
    subscription.take(sampleNotice('begin', { id: 3 }));
    await clock.advance(2 * HOUR);
    // Events with a notified begin, and no others, have a notified end.
    subscription.take(sampleNotice('end', { id: 3 }));
    subscription.take(sampleNotice('end', critical));
    expect(puts.splice(0)).toEqual(['begin CPU_TOTAL WARNING', 'end CPU_TOTAL CRITICAL']);
    subscription.release();
    expect(puts).toEqual([]);
    silenced.clear();
    subscription.release();
    subscription.release();
    expect(puts.splice(0)).toEqual(['begin CPU_TOTAL WARNING']);
  });

  it('tells nothing at the end of a silence of what is over by then, and waits for the end of quiet hours', async () => {
    const { clock, puts, now, silenced, subscription } = setUp(
      { quiet_hours: '11:00-13:00' },
      '2026-01-10T10:00:00Z',
    );
    silenced.add('CPU_TOTAL');
    subscription.take(sampleNotice('begin', { id: 1 }));
    subscription.take(sampleNotice('begin', { id: 2 }));
    now.set(eventKey(sampleEvent({ id: 1 })), null);
    await clock.advance(1.5 * HOUR);
    silenced.clear();
    subscription.release();
    expect(puts).toEqual([]);
    await clock.advance(2 * HOUR);
    expect(puts).toEqual(['begin CPU_TOTAL WARNING']);
  });

  it('tells at the end of a silence what the agent before may have held back', () => {
    const { clock, puts, silenced, subscription } = setUp();
    silenced.add('CPU_TOTAL');
    subscription.recall(sampleNotice('begin'), clock.now());
    silenced.clear();
    subscription.release();
    expect(puts).toEqual(['begin CPU_TOTAL WARNING']);
  });

  it('tells the begin of what it hears of late, and the end only of what it told', () => {
    const { puts, subscription } = setUp({ min_level: 'critical' });
    subscription.take(sampleNotice('begin'));
    subscription.take(sampleNotice('end'));
    expect(puts).toEqual([]);
    subscription.take(sampleNotice('begin', { id: 2 }));
    subscription.take(sampleNotice('change', { id: 2, ...critical }));
    subscription.take(sampleNotice('end', { id: 2, ...critical }));
    subscription.take(sampleNotice('end', { id: 2, ...critical }));
    expect(puts).toEqual(['begin CPU_TOTAL CRITICAL', 'end CPU_TOTAL CRITICAL']);
  });

  it('tells only the end of what the agent before has told', () => {
    const { puts, subscription, clock } = setUp();
    subscription.recall(sampleNotice('begin'), clock.now());
    subscription.take(sampleNotice('change', critical));
    subscription.take(sampleNotice('end', critical));
    subscription.recall(sampleNotice('begin', { id: 2 }), clock.now());
    subscription.take(sampleNotice('end', { id: 2 }));
    expect(puts).toEqual(['change CPU_TOTAL CRITICAL', 'end CPU_TOTAL CRITICAL', 'end CPU_TOTAL WARNING']);
  });

  it('tells after quiet hours what the agent before has held back, and nothing twice', async () => {
    const quiet = { quiet_hours: '11:00-13:00' };
    const { puts, subscription, clock } = setUp(quiet);
    const begin = (time: string) => ({ begin: Date.parse(time) / 1000 });
    subscription.recall(sampleNotice('begin', { id: 1, ...begin('2026-01-10T11:30:00Z') }), clock.now());
    subscription.recall(sampleNotice('begin', { id: 2, ...begin('2026-01-10T10:30:00Z') }), clock.now());
    await clock.advance(2 * HOUR);
    expect(puts).toEqual(['begin CPU_TOTAL WARNING']);
  });

  it('keeps the end to itself if told so', () => {
    const { puts, subscription } = setUp({ notify_end: 'no' });
    subscription.take(sampleNotice('begin'));
    subscription.take(sampleNotice('end'));
    expect(puts).toEqual(['begin CPU_TOTAL WARNING']);
  });

  it('follows no more than 1000 events', () => {
    const { puts, subscription } = setUp();
    for (let id = 1; id <= 1001; id++) subscription.take(sampleNotice('begin', { id }));
    puts.length = 0;
    subscription.take(sampleNotice('end', { id: 1 }));
    expect(puts).toEqual([]);
    subscription.take(sampleNotice('end', { id: 2 }));
    expect(puts).toEqual(['end CPU_TOTAL WARNING']);
  });
});

describe('servers', () => {
  const about = (server: string, id = 1) => ({ server, id });

  it('are chosen by name and tag', () => {
    const { puts, names, subscription } = setUp({ servers: 'tag:prod,db.*' });
    names.set('s1', ['web', 'web:61208', 'tag:prod']);
    names.set('s2', ['db2', 'db2:61208']);
    names.set('s3', ['lab', 'tag:production']);
    for (const [at, id] of ['s1', 's2', 's3'].entries())
      subscription.take(sampleNotice('begin', { ...about(id, at), type: id }));
    subscription.take(sampleNotice('begin', { id: 9 }));
    expect(puts).toEqual(['begin s1 WARNING', 'begin s2 WARNING']);
  });

  it('may be the hub itself', () => {
    const { puts, names, subscription } = setUp({ servers: 'localhost' });
    names.set('s1', ['web']);
    subscription.take(sampleNotice('begin'));
    subscription.take(sampleNotice('begin', about('s1', 2)));
    expect(puts).toEqual(['begin CPU_TOTAL WARNING']);
  });

  it('that are removed have the end of what was told', () => {
    const { puts, names, subscription } = setUp({ servers: 'tag:prod' });
    names.set('s1', ['web', 'tag:prod']);
    subscription.take(sampleNotice('begin', about('s1')));
    names.delete('s1');
    subscription.take(sampleNotice('end', about('s1')));
    expect(puts).toEqual(['begin CPU_TOTAL WARNING', 'end CPU_TOTAL WARNING']);
  });

  it('are known only after alerts of the run before were recalled', async () => {
    const { clock, puts, names, subscription } = setUp({ servers: 'tag:prod', repeat: '3600' });
    subscription.recall(sampleNotice('begin', about('s1', 1)), clock.now());
    subscription.recall(sampleNotice('begin', about('s2', 2)), clock.now());
    subscription.recall(sampleNotice('begin', { id: 3 }), clock.now());
    names.set('s1', ['web', 'tag:prod']);
    names.set('s2', ['lab']);
    await clock.advance(HOUR);
    expect(puts).toEqual(['reminder CPU_TOTAL WARNING']);
    for (const one of [about('s1', 1), about('s2', 2), { id: 3 }])
      subscription.take(sampleNotice('end', one));
    expect(puts).toEqual(['reminder CPU_TOTAL WARNING', 'end CPU_TOTAL WARNING']);
  });

  it('that were not known before quiet hours are after them', async () => {
    const { clock, puts, names, subscription } = setUp(
      { servers: 'tag:prod', quiet_hours: '22:00-06:00' },
      '2026-01-10T23:00:00Z',
    );
    const begin = clock.now() / 1000;
    for (const [at, id] of ['s1', 's2'].entries())
      subscription.recall(sampleNotice('begin', { ...about(id, at), begin, type: id }), clock.now());
    names.set('s1', ['web', 'tag:prod']);
    names.set('s2', ['lab']);
    await clock.advance(8 * HOUR);
    expect(puts).toEqual(['begin s1 WARNING']);
  });
});

describe('isWanted', () => {
  it.each<[string, Record<string, string>, Partial<NoticeEvent>, boolean]>([
    ['any', {}, {}, true],
    ['level', { min_level: 'critical' }, {}, false],
    ['level', { min_level: 'critical' }, critical, true],
    ['plugin', { plugins: 'mem,cpu' }, {}, true],
    ['plugin, whole names', { plugins: 'c' }, {}, false],
    ['plugin, in any case', { plugins: 'C.*' }, {}, true],
    ['item', { items: '/home.*' }, { plugin: 'fs', item: '/home/me' }, true],
    ['item', { items: '/home.*' }, { plugin: 'fs', item: '/boot' }, false],
    ['item of an event without', { items: '/home.*' }, {}, true],
    ['both', { plugins: 'fs', items: '/home' }, {}, false],
  ])('%s: %o lets %o through: %s', (_, texts, event, expected) => {
    const { common } = sampleTarget('slack', { webhook_url: 'http://h', ...texts });
    expect(isWanted(sampleEvent(event), common)).toBe(expected);
  });
});

describe('reminders', () => {
  it('repeat what lasts', async () => {
    const { clock, puts, subscription } = setUp({ repeat: '3600' });
    subscription.take(sampleNotice('begin'));
    await clock.advance(2 * HOUR);
    expect(puts).toEqual([
      'begin CPU_TOTAL WARNING',
      'reminder CPU_TOTAL WARNING',
      'reminder CPU_TOTAL WARNING',
    ]);
    subscription.take(sampleNotice('end'));
    await clock.advance(2 * HOUR);
    expect(puts).toHaveLength(4);
  });

  it('show the event as it is now, and end with it', async () => {
    const { clock, puts, now, subscription } = setUp({ repeat: '3600' });
    subscription.take(sampleNotice('begin'));
    subscription.take(sampleNotice('begin', { id: 2, type: 'MEM' }));
    now.set(eventKey(sampleEvent()), sampleEvent(critical));
    now.set(eventKey(sampleEvent({ id: 2, type: 'MEM' })), null);
    await clock.advance(HOUR);
    expect(puts.slice(2)).toEqual(['reminder CPU_TOTAL CRITICAL']);
    now.set(eventKey(sampleEvent()), sampleEvent({ ...critical, end: 1_767_225_700 }));
    await clock.advance(5 * HOUR);
    expect(puts).toHaveLength(3);
  });

  it('count from the last notice', async () => {
    const { clock, puts, subscription } = setUp({ repeat: '3600' });
    subscription.take(sampleNotice('begin'));
    await clock.advance(HOUR - 1000);
    subscription.take(sampleNotice('change', critical));
    await clock.advance(HOUR - 1000);
    expect(puts).toHaveLength(2);
    await clock.advance(1000);
    expect(puts.at(-1)).toBe('reminder CPU_TOTAL CRITICAL');
  });

  it('do not pile up while the target is away', async () => {
    const { clock, puts, waiting, subscription } = setUp({ repeat: '3600' });
    subscription.take(sampleNotice('begin'));
    waiting.add(eventKey(sampleEvent()));
    await clock.advance(3 * HOUR);
    expect(puts).toEqual(['begin CPU_TOTAL WARNING']);
    waiting.clear();
    await clock.advance(HOUR);
    expect(puts).toHaveLength(2);
  });

  it('wait while nobody knows whether it goes on', async () => {
    const { clock, puts, stale, subscription } = setUp({ repeat: '3600' });
    subscription.take(sampleNotice());
    stale.add('CPU_TOTAL');
    await clock.advance(3 * 3_600_000);
    expect(puts).toEqual(['begin CPU_TOTAL WARNING']);
    stale.clear();
    await clock.advance(3_600_000);
    expect(puts).toEqual(['begin CPU_TOTAL WARNING', 'reminder CPU_TOTAL WARNING']);
  });

  it('rest when stopped', async () => {
    const { clock, puts, subscription } = setUp({ repeat: '3600' });
    subscription.take(sampleNotice('begin'));
    subscription.stop();
    await clock.advance(3 * HOUR);
    expect(puts).toHaveLength(1);
  });
});

describe('quiet hours', () => {
  const quiet = { quiet_hours: '22:00-07:00' };
  const night = '2026-01-10T23:00:00Z';

  it('hold what still lasts when they end', async () => {
    const { clock, puts, now, subscription } = setUp(quiet, night);
    subscription.take(sampleNotice('begin'));
    subscription.take(sampleNotice('begin', { id: 2, type: 'MEM' }));
    subscription.take(sampleNotice('end', { id: 2, type: 'MEM' }));
    subscription.take(sampleNotice('begin', { id: 3, type: 'LOAD' }));
    now.set(eventKey(sampleEvent({ id: 3, type: 'LOAD' })), null);
    await clock.advance(8 * HOUR - 1);
    expect(puts).toEqual([]);
    await clock.advance(1);
    expect(puts).toEqual(['begin CPU_TOTAL WARNING']);
    subscription.take(sampleNotice('end'));
    expect(puts).toHaveLength(2);
  });

  it('end with the wall clock, however it gets there', async () => {
    const { clock, puts, subscription } = setUp(quiet, night);
    subscription.take(sampleNotice('begin'));
    clock.step(8 * HOUR);
    await clock.advance(HOUR / 60);
    expect(puts).toEqual(['begin CPU_TOTAL WARNING']);
  });

  it('let critical events through, and their end', () => {
    const { puts, subscription } = setUp(quiet, night);
    subscription.take(sampleNotice('begin'));
    subscription.take(sampleNotice('change', critical));
    subscription.take(sampleNotice('end', critical));
    expect(puts).toEqual(['begin CPU_TOTAL CRITICAL', 'end CPU_TOTAL CRITICAL']);
  });

  it('hold critical events too if told so', async () => {
    const { clock, puts, subscription } = setUp({ ...quiet, quiet_hours_critical: 'False' }, night);
    subscription.take(sampleNotice('begin', critical));
    expect(puts).toEqual([]);
    await clock.advance(8 * HOUR);
    expect(puts).toEqual(['begin CPU_TOTAL CRITICAL']);
  });

  it('hold the end of what was told before them, and no reminder loses it', async () => {
    const { clock, puts, now, subscription } = setUp({ ...quiet, repeat: '3600' }, '2026-01-10T21:30:00Z');
    subscription.take(sampleNotice('begin'));
    await clock.advance(1.5 * HOUR);
    subscription.take(sampleNotice('end'));
    now.set(eventKey(sampleEvent()), null);
    await clock.advance(8 * HOUR - 1);
    expect(puts).toEqual(['begin CPU_TOTAL WARNING']);
    await clock.advance(1);
    expect(puts).toEqual(['begin CPU_TOTAL WARNING', 'end CPU_TOTAL WARNING']);
  });

  it('remind of nothing', async () => {
    const { clock, puts, subscription } = setUp({ ...quiet, repeat: '3600' }, '2026-01-10T21:30:00Z');
    subscription.take(sampleNotice('begin'));
    await clock.advance(9 * HOUR);
    expect(puts).toEqual(['begin CPU_TOTAL WARNING']);
    await clock.advance(HOUR);
    expect(puts).toEqual(['begin CPU_TOTAL WARNING', 'reminder CPU_TOTAL WARNING']);
  });
});
