import { describe, expect, it } from 'vitest';
import { sampleEvent, sampleNotice } from '../../../test/support/notify.ts';
import { eventKey } from '../../core/notice.ts';
import { critical, HOUR, setUp } from '../../../test/support/subscription-rig.ts';

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
    now.set('1', sampleEvent(critical));
    now.set('2', null);
    await clock.advance(HOUR);
    expect(puts.slice(2)).toEqual(['reminder CPU_TOTAL CRITICAL']);
    now.set('1', null);
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

  it('wait while it is unknown whether the event continues', async () => {
    const { clock, puts, stale, subscription } = setUp({ repeat: '3600' });
    subscription.take(sampleNotice());
    stale.add('1');
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
    now.set('3', null);
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
    now.set('1', null);
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
