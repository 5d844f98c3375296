import { describe, expect, it } from 'vitest';
import { AT_ONCE, type PolicyRig, cpuOf, createPolicyRig, QUICK } from '../../../test/support/policy-rig.ts';

/** Raises and ends of CPU_TOTAL in the list of events. */
const listed = ({ changes }: PolicyRig): number =>
  changes.filter(({ kind, dropped }) => kind !== 'continue' && !dropped).length;

describe('with defaults', () => {
  it('a compile of two minutes notifies nobody, and is in the list', async () => {
    const rig = createPolicyRig();
    await rig.cpu(99, 120);
    await rig.cpu(5, 1200);
    expect(rig.titles()).toEqual([]);
    expect(listed(rig)).toBe(2);
  });

  it('7 notifications of a busy machine in 150 s become none', async () => {
    const rig = createPolicyRig();
    for (let i = 0; i < 4; i += 1) {
      await rig.cpu(80, 22);
      if (i < 3) await rig.cpu(40, 18);
    }
    expect(listed(rig)).toBe(7);
    await rig.cpu(5, 3600);
    expect(rig.titles()).toEqual([]);
  });

  it('ten minutes of 8 s above and 9 s below are one flapping notification, and one at the end', async () => {
    const rig = createPolicyRig();
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
    const rig = createPolicyRig({ fs: { log: 'True' } });
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
    const rig = createPolicyRig(QUICK);
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

  it('names the threshold of the level that is notified, whatever its value has reached since', async () => {
    const rig = createPolicyRig(QUICK);
    await rig.cpu(80, 110);
    await rig.cpu(95, 30);
    expect(rig.texts[0]).toMatch(/^Value 95 %, threshold 75 %\.\nCPU_TOTAL is WARNING/);
    await rig.cpu(95, 60);
    expect(rig.texts[1]).toMatch(/^Value 95 %, threshold 85 %\.\nCPU_TOTAL is CRITICAL/);
  });

  it('is no critical one because of a peak', async () => {
    const rig = createPolicyRig(QUICK);
    await rig.cpu(80, 60);
    await rig.cpu(99, 10);
    await rig.cpu(80, 80);
    expect(rig.titles()).toEqual(['WARNING: CPU_TOTAL 81.58 %']);
  });

  it('goes on in silence when it is raised again before it was clear for long enough', async () => {
    const rig = createPolicyRig(AT_ONCE);
    await rig.cpu(80, 30);
    await rig.cpu(10, 40);
    await rig.cpu(90, 30);
    expect(rig.titles()).toEqual(['WARNING: CPU_TOTAL 80 %', 'CRITICAL: CPU_TOTAL 90 %']);
    await rig.cpu(10, 90);
    expect(rig.titles().slice(2)).toEqual(['Ended: CPU_TOTAL']);
    // Both events are one alert: 30 s, 40 s, 30 s.
    expect(rig.texts[1]).toContain('since 2026-01-01 00:01:10 +00:00, on and off since 2026-01-01 00:00:00');
    expect(rig.texts[2]).toContain('for 1 min 0 s of 1 min 40 s');
    expect(rig.texts[2]).toContain('Lowest 80 %, mean 85 %, highest 90 %.');
  });

  it('knows its stretches above the threshold, also after a restart', async () => {
    const rig = createPolicyRig(AT_ONCE);
    const begin = rig.clock.now();
    await rig.cpu(80, 600);
    await rig.cpu(73, 1200);
    await rig.cpu(80, 300);
    const standing = (one: PolicyRig) =>
      one.standing().map(({ event, stretches }) => [event.begin, stretches]);
    const second = { count: 2, seconds: 600, since: begin + 1_800_000 };
    expect(standing(rig)).toEqual([[begin / 1000, second]]);
    const left = await rig.stop();
    await left.clock.advance(60_000);
    const next = createPolicyRig(AT_ONCE, { left });
    await next.cpu(80, 20);
    expect(standing(next)).toEqual([[begin / 1000, second]]);
    await next.cpu(73, 60);
    await next.cpu(80, 10);
    expect(standing(next)).toMatchObject([[begin / 1000, { count: 3, seconds: 980 }]]);
  });

  it('is not over between its threshold and the clear threshold', async () => {
    const rig = createPolicyRig(AT_ONCE);
    await rig.cpu(80, 20);
    await rig.cpu(73, 600);
    expect(rig.titles()).toEqual(['WARNING: CPU_TOTAL 80 %']);
    await rig.cpu(71.9, 80);
    expect(rig.titles()[1]).toBe('Ended: CPU_TOTAL');
  });

  it('heeds the keys of its value, also when they change', async () => {
    const rig = createPolicyRig({
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
    const rig = createPolicyRig({ cpu: { warning_for: '0', critical_for: '0', clear_for: '10' } });
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
    const rig = createPolicyRig({ cpu: { warning_for: '0', critical_for: '0', clear_for: '60' } });
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
    const rig = createPolicyRig(QUICK);
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
    const rig = createPolicyRig({ fs: { log: 'True' } });
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
