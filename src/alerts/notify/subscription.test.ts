import { describe, expect, it } from 'vitest';
import { sampleEvent, sampleNotice, sampleTarget } from '../../../test/support/notify.ts';
import type { NoticeEvent } from '../../core/notice.ts';
import { isWanted } from './subscription.ts';
import { critical, HOUR, setUp } from '../../../test/support/subscription-rig.ts';

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
    now.set('1', null);
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
    subscription.look();
    expect(puts).toEqual([]);
    silenced.clear();
    subscription.look();
    subscription.look();
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
    now.set('1', null);
    await clock.advance(1.5 * HOUR);
    silenced.clear();
    subscription.look();
    expect(puts).toEqual([]);
    await clock.advance(2 * HOUR);
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

  it('keeps the end to itself if told so', () => {
    const { puts, subscription } = setUp({ notify_end: 'no' });
    subscription.take(sampleNotice('begin'));
    subscription.take(sampleNotice('end'));
    expect(puts).toEqual(['begin CPU_TOTAL WARNING']);
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
