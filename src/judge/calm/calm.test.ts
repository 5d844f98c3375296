import { describe, expect, it } from 'vitest';
import { type CalmRig, type Config, cpuOf, createCalmRig } from '../../../test/support/calm-rig.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import type { AlertEvent, EventChange } from '../../core/event.ts';
import { createCalm } from './calm.ts';
import { PROMPT } from '../levels/patience.ts';
import { isStoredAlert, type StoredAlert } from './stored-alert.ts';

/** CPU_TOTAL is notified after 120 s, as critical after 60 s. */
const QUICK: Config = { cpu: { total_warning_for: '120', total_critical_for: '60' } };
const AT_ONCE: Config = { cpu: { warning_for: '0', critical_for: '0' } };

const EVENT: AlertEvent = {
  begin: 0,
  end: -1,
  state: 'CRITICAL',
  type: 'OOM_KILL',
  max: 1,
  avg: 1,
  min: 1,
  sum: 1,
  count: 1,
  top: [],
  desc: '',
  sort: 'cpu_percent',
  global_msg: '',
};

/** Raises and ends of CPU_TOTAL in the list of events. */
const listed = ({ changes }: CalmRig): number =>
  changes.filter(({ kind, dropped }) => kind !== 'continue' && !dropped).length;

describe('with defaults', () => {
  it('a compile of two minutes notifies nobody, and is in the list', async () => {
    const rig = createCalmRig();
    await rig.cpu(99, 120);
    await rig.cpu(5, 1200);
    expect(rig.titles()).toEqual([]);
    expect(listed(rig)).toBe(2);
  });

  it('7 notifications of a busy machine in 150 s become none', async () => {
    const rig = createCalmRig();
    for (let i = 0; i < 4; i += 1) {
      await rig.cpu(80, 22);
      if (i < 3) await rig.cpu(40, 18);
    }
    expect(listed(rig)).toBe(7);
    await rig.cpu(5, 3600);
    expect(rig.titles()).toEqual([]);
  });

  it('ten minutes of 8 s above and 9 s below are one flapping notification, and one at the end', async () => {
    const rig = createCalmRig();
    for (let second = 0; second < 600; second += 1) {
      rig.feed('cpu', cpuOf(second % 17 < 8 ? 90 : 40));
      await rig.clock.advance(1000);
    }
    expect(rig.titles()).toEqual(['Flapping: CPU_TOTAL']);
    await rig.cpu(5, 7200);
    expect(rig.titles()).toEqual(['Flapping: CPU_TOTAL', 'Settled: CPU_TOTAL']);
    expect(rig.texts[1]).toMatch(/It was CRITICAL 36 times in \d+ min/);
    expect(listed(rig)).toBe(71);
  });

  it('a full disk is notified within seconds, a CPU that is busy for half an hour then', async () => {
    const rig = createCalmRig({ fs: { log: 'True' } });
    const disk = {
      mnt_point: '/',
      fs_type: 'ext4',
      options: 'rw',
      size: 100,
      used: 97,
      free: 3,
      percent: 97,
    };
    rig.feed('fs', [disk]);
    await rig.clock.advance(11_000);
    expect(rig.messages).toEqual([[10, 'CRITICAL: FS_/ 97 % on host']]);
    await rig.cpu(90, 1900);
    expect(rig.messages.slice(1)).toEqual([[1821, 'CRITICAL: CPU_TOTAL 90 % on host']]);
  });
});

describe('an alert', () => {
  it('is notified once its level has lasted, and its end once that has', async () => {
    const rig = createCalmRig(QUICK);
    await rig.cpu(80, 110);
    expect(rig.titles()).toEqual([]);
    await rig.cpu(80, 30);
    expect(rig.messages).toEqual([[130, 'WARNING: CPU_TOTAL 80 % on host']]);
    await rig.cpu(95, 50);
    expect(rig.titles()).toHaveLength(1);
    await rig.cpu(95, 40);
    expect(rig.titles()[1]).toBe('CRITICAL: CPU_TOTAL 95 %');
    await rig.cpu(10, 50);
    expect(rig.titles()).toHaveLength(2);
    await rig.cpu(10, 40);
    expect(rig.titles()[2]).toBe('Ended: CPU_TOTAL');
    expect(rig.texts[2]).toContain('CPU_TOTAL was CRITICAL for 3 min 50 s');
    expect(rig.over).toEqual(['CPU_TOTAL']);
  });

  it('is no critical one because of a peak', async () => {
    const rig = createCalmRig(QUICK);
    await rig.cpu(80, 60);
    await rig.cpu(99, 10);
    await rig.cpu(80, 80);
    expect(rig.titles()).toEqual(['WARNING: CPU_TOTAL 81.58 %']);
  });

  it('goes on in silence when it is raised again before it was clear for long enough', async () => {
    const rig = createCalmRig(AT_ONCE);
    await rig.cpu(80, 30);
    await rig.cpu(10, 40);
    await rig.cpu(90, 30);
    expect(rig.titles()).toEqual(['WARNING: CPU_TOTAL 80 %', 'CRITICAL: CPU_TOTAL 90 %']);
    await rig.cpu(10, 90);
    expect(rig.titles().slice(2)).toEqual(['Ended: CPU_TOTAL']);
    // Both events are one alert: 30 s, 40 s, 30 s.
    expect(rig.texts[2]).toContain('for 1 min 40 s');
    expect(rig.texts[2]).toContain('Lowest 80 %, mean 85 %, highest 90 %.');
  });

  it('is not over between its threshold and the clear threshold', async () => {
    const rig = createCalmRig(AT_ONCE);
    await rig.cpu(80, 20);
    await rig.cpu(73, 600);
    expect(rig.titles()).toEqual(['WARNING: CPU_TOTAL 80 %']);
    await rig.cpu(71.9, 80);
    expect(rig.titles()[1]).toBe('Ended: CPU_TOTAL');
  });

  it('heeds the keys of its value, also when they change', async () => {
    const rig = createCalmRig({
      cpu: { total_warning_for: '0', total_warning_clear: '30', total_clear_for: '5' },
    });
    await rig.cpu(80, 20);
    await rig.cpu(31, 100);
    expect(rig.titles()).toHaveLength(1);
    await rig.cpu(29, 20);
    expect(rig.titles()).toEqual(['WARNING: CPU_TOTAL 80 %', 'Ended: CPU_TOTAL']);
    rig.configure({ cpu: { total_warning_for: '300' } });
    await rig.cpu(80, 290);
    expect(rig.titles()).toHaveLength(2);
    rig.configure({ cpu: { total_warning_for: '60' } });
    await rig.cpu(80, 20);
    expect(rig.titles()).toHaveLength(3);
  });

  it('that is notified four times within an hour is flapping', async () => {
    const rig = createCalmRig({ cpu: { warning_for: '0', critical_for: '0', clear_for: '10' } });
    for (let i = 0; i < 12; i += 1) {
      await rig.cpu(80, 120);
      await rig.cpu(10, 480);
    }
    expect(rig.titles()).toEqual([
      ...Array.from({ length: 3 }, () => ['WARNING: CPU_TOTAL 80 %', 'Ended: CPU_TOTAL']).flat(),
      'Flapping: CPU_TOTAL',
    ]);
    await rig.cpu(10, 3000);
    expect(rig.titles().slice(7)).toEqual(['Settled: CPU_TOTAL']);
    await rig.cpu(80, 60);
    expect(rig.titles().slice(8)).toEqual(['WARNING: CPU_TOTAL 80 %']);
  });

  it('that flapped and stays raised is notified as it is', async () => {
    const rig = createCalmRig({ cpu: { warning_for: '0', critical_for: '0', clear_for: '60' } });
    for (let i = 0; i < 5; i += 1) {
      await rig.cpu(80, 20);
      await rig.cpu(10, 20);
    }
    expect(rig.titles()).toEqual(['WARNING: CPU_TOTAL 80 %', 'Flapping: CPU_TOTAL']);
    await rig.cpu(80, 700);
    expect(rig.titles().slice(2)).toEqual(['WARNING: CPU_TOTAL 80 %']);
    await rig.cpu(10, 80);
    expect(rig.titles().slice(3)).toEqual(['Ended: CPU_TOTAL']);
  });

  it('of a plugin that has stalled waits for its next value', async () => {
    const rig = createCalmRig(QUICK);
    await rig.cpu(80, 100);
    rig.stale.add('cpu');
    await rig.clock.advance(600_000);
    expect(rig.titles()).toEqual([]);
    rig.stale.delete('cpu');
    await rig.cpu(80, 12);
    expect(rig.titles()).toEqual(['WARNING: CPU_TOTAL 80 %']);
    await rig.cpu(5, 120);
    await rig.cpu(80, 100);
    rig.stale.add('cpu');
    await rig.clock.advance(600_000);
    rig.stale.delete('cpu');
    await rig.cpu(5, 120);
    expect(rig.titles()).toEqual(['WARNING: CPU_TOTAL 80 %', 'Ended: CPU_TOTAL']);
  });

  it('of an item that is gone ends', async () => {
    const rig = createCalmRig({ fs: { log: 'True' } });
    const disk = (percent: number) => ({
      mnt_point: '/a',
      fs_type: 'ext4',
      options: 'rw',
      size: 100,
      used: percent,
      free: 100 - percent,
      percent,
    });
    rig.feed('fs', [disk(95)]);
    await rig.clock.advance(12_000);
    // Nearly over, and then unmounted.
    rig.feed('fs', [disk(69)]);
    await rig.clock.advance(100_000);
    expect(rig.titles()).toEqual(['CRITICAL: FS_/A 95 %']);
    rig.feed('fs', []);
    await rig.clock.advance(80_000);
    expect(rig.titles()[1]).toBe('Ended: FS_/A');
  });
});

describe('failures of alert kinds', () => {
  /** A calm with hand-made events. @param queues when the queues of targets have a change */
  const byHand = (seconds = 0, queues: Promise<void> = Promise.resolve()) => {
    const clock = createFakeClock();
    const told: string[] = [];
    const saved: StoredAlert[][] = [];
    let id = 0;
    const calm = createCalm({
      clock,
      patienceOf: () => ({ ...PROMPT, warningFor: seconds, criticalFor: seconds }),
      current: () => null,
      async onAlert({ kind, event }, kept) {
        await kept;
        told.push(`${kind} ${event.type} ${event.end}`);
        await queues;
      },
      onOver: () => {},
      save: async (alerts) => void saved.push(structuredClone([...alerts])),
    });
    const tell = async (kind: EventChange['kind'], { end = -1, isOld = false } = {}, wait = 1) => {
      if (kind === 'begin') id += 1;
      const begin = clock.now() / 1000;
      const event = { ...EVENT, begin, end: end === -1 ? -1 : begin };
      const finding = { kind: 'OOM_KILL', label: null, sentence: 's', details: {}, ...(isOld && { isOld }) };
      const subject = { plugin: 'mem', field: 'OOM_KILL', identity: null, stat: 'oom_kill' };
      calm.change({
        ...subject,
        kind,
        id,
        event,
        dropped: false,
        finding: finding as NonNullable<EventChange['finding']>,
      });
      await clock.advance(wait * 1000);
    };
    return { clock, told, tell, calm, saved };
  };

  it('are notified at once unless their kind says otherwise', async () => {
    const prompt = byHand();
    await prompt.tell('begin');
    expect(prompt.told).toHaveLength(1);
    const patient = byHand(30);
    await patient.tell('begin', {}, 29);
    expect(patient.told).toEqual([]);
    await patient.clock.advance(2000);
    expect(patient.told).toHaveLength(1);
  });

  it('that existed before startup are not notified, unless they get worse', async () => {
    const { told, tell } = byHand();
    await tell('begin', { isOld: true }, 100);
    await tell('end', { isOld: true, end: 0 }, 100);
    expect(told).toEqual([]);
    await tell('begin', { isOld: true }, 100);
    await tell('level', {}, 100);
    expect(told.map((text) => text.split(' ')[0])).toEqual(['begin']);
  });

  it('are what a hub notifies of: those that targets know of, and moments for an hour', async () => {
    const { calm, tell, clock } = byHand(5);
    const types = () => calm.notified().map(({ event }) => [event.type, event.end === -1]);
    await tell('begin');
    expect(types()).toEqual([]);
    await clock.advance(10_000);
    expect(types()).toEqual([['OOM_KILL', true]]);
    const moments = byHand();
    await moments.tell('begin', { end: 0 });
    expect(moments.calm.notified().map(({ event }) => event.end === event.begin)).toEqual([true]);
  });

  it('that are moments have no end, and flap like others', async () => {
    const { told, tell, clock } = byHand();
    for (let i = 0; i < 6; i += 1) await tell('begin', { end: 0 }, 100);
    const start = 1_767_225_600;
    expect(told).toEqual([
      ...[0, 100, 200].map((second) => `begin OOM_KILL ${start + second}`),
      'flapping OOM_KILL -1',
    ]);
    await clock.advance(3_600_000);
    expect(told.slice(4)).toEqual([`end OOM_KILL ${start + 500}`]);
    await tell('begin', { end: 0 });
    expect(told[5]).toMatch(/^begin/);
  });

  it.each([
    ['its begin', [{ end: 0 }], 'begin OOM_KILL 1767225600'],
    ['its flapping', [{ end: 0 }, { end: 0 }, { end: 0 }, { end: 0 }], 'flapping OOM_KILL -1'],
  ])('are notified again by the next agent, unless queues had %s', async (_, moments, expected) => {
    const past = { events: [], lastId: 9, stoppedAt: 0 };
    const never = byHand(0, new Promise(() => {}));
    for (const moment of moments) await never.tell('begin', moment, 0);
    const left = never.saved.at(-1) ?? [];
    expect([left.every(isStoredAlert), never.told.at(-1)]).toEqual([true, expected]);
    const next = byHand();
    next.calm.load(left, past);
    await next.clock.advance(1000);
    expect(next.told).toEqual([expected]);
    const third = byHand();
    third.calm.load(next.saved.at(-1) ?? [], past);
    await third.clock.advance(1000);
    expect(third.told).toEqual([]);
  });
});

describe('a restart', () => {
  const restarted = async (rig: CalmRig, config: Config, pauseSeconds = 20): Promise<CalmRig> => {
    const left = await rig.stop();
    expect(left.alerts.every(isStoredAlert)).toBe(true);
    await left.clock.advance(pauseSeconds * 1000);
    return createCalmRig(config, { left });
  };

  it('within the duration neither loses nor repeats a notification', async () => {
    const before = createCalmRig(QUICK);
    await before.cpu(80, 60);
    const after = await restarted(before, QUICK);
    await after.cpu(80, 30);
    expect(after.titles()).toEqual([]);
    await after.cpu(80, 60);
    expect([before.titles(), after.titles()]).toEqual([[], ['WARNING: CPU_TOTAL 80 %']]);
    const third = await restarted(after, QUICK);
    await third.cpu(80, 600);
    await third.cpu(10, 100);
    expect(third.titles()).toEqual(['Ended: CPU_TOTAL']);
  });

  it('within the duration forgets an alert that is over', async () => {
    const before = createCalmRig(QUICK);
    await before.cpu(80, 60);
    const after = await restarted(before, QUICK);
    await after.cpu(10, 1000);
    expect(after.titles()).toEqual([]);
    expect((await after.stop()).alerts).toEqual([]);
  });

  it('while it is flapping changes nothing', async () => {
    const flap = async (rig: CalmRig, times: number) => {
      for (let i = 0; i < times; i += 1) {
        await rig.cpu(90, 8);
        await rig.cpu(40, 10);
      }
    };
    const before = createCalmRig();
    await flap(before, 10);
    const middle = await restarted(before, {}, 10);
    await flap(middle, 10);
    const after = await restarted(middle, {}, 10);
    await flap(after, 10);
    await after.cpu(5, 3600);
    const titles = [before, middle, after].map((rig) => rig.titles());
    expect(titles).toEqual([[], ['Flapping: CPU_TOTAL'], ['Settled: CPU_TOTAL']]);
    expect(after.texts[0]).toContain('30 times');
  });

  it('before the end was notified does not lose it', async () => {
    const before = createCalmRig(AT_ONCE);
    await before.cpu(80, 30);
    await before.cpu(10, 30);
    const after = await restarted(before, AT_ONCE, 5);
    await after.cpu(10, 60);
    expect([before.titles(), after.titles()]).toEqual([['WARNING: CPU_TOTAL 80 %'], ['Ended: CPU_TOTAL']]);
  });

  describe('after SIGKILL at once after a notification', () => {
    /** Killed 100 ms after the last value of the CPU. */
    const killed = async (config: Config, before: readonly (readonly [number, number])[], last: number) => {
      const rig = createCalmRig(config, { target: { group_wait: '0' } });
      for (const [percent, seconds] of before) await rig.cpu(percent, seconds);
      rig.feed('cpu', cpuOf(last));
      await rig.clock.advance(100);
      const titles = rig.titles();
      const left = await rig.kill();
      await left.clock.advance(5000);
      return { titles, next: createCalmRig(config, { left, target: { group_wait: '0' } }) };
    };

    const BEGIN = 'WARNING: CPU_TOTAL 80 %';

    // The alert of a QUICK one was saved while it waited.
    it.each([
      ['at once', AT_ONCE, []],
      ['after a while', QUICK, [[80, 120] as const]],
    ])('an event that was notified %s has its end notified', async (_, config, before) => {
      const { titles, next } = await killed(config, before, 80);
      await next.cpu(10, 100);
      expect([titles, next.titles()]).toEqual([[BEGIN], ['Ended: CPU_TOTAL']]);
    });

    it('an ongoing event begins once more at most, and ends', async () => {
      const { titles, next } = await killed(AT_ONCE, [], 80);
      await next.cpu(80, 30);
      await next.cpu(10, 100);
      expect([titles, next.titles()]).toEqual([[BEGIN], [BEGIN, 'Ended: CPU_TOTAL']]);
    });

    it('the end is notified again', async () => {
      const before = [[80, 30] as const, [10, 60] as const];
      const { titles, next } = await killed(AT_ONCE, before, 10);
      await next.cpu(10, 100);
      expect([titles.at(-1), next.titles()]).toEqual(['Ended: CPU_TOTAL', ['Ended: CPU_TOTAL']]);
    });
  });

  it('of an agent that kept no alerts takes its ongoing events for notified', async () => {
    const before = createCalmRig(QUICK);
    await before.cpu(80, 60);
    const left = await before.stop();
    const told: string[] = [];
    const calm = createCalm({
      clock: left.clock,
      patienceOf: () => PROMPT,
      current: () => null,
      onAlert: async ({ kind }) => void told.push(kind),
      onOver: () => {},
      save: async () => {},
    });
    calm.load(null, left.past);
    expect(calm.told().map(({ saved }) => saved.event.type)).toEqual(['CPU_TOTAL']);
    await left.clock.advance(1_000_000);
    expect(told).toEqual([]);
  });
});
