/** Courses of a machine whose alerts are traced: waves, recorded incidents, and a week of anything at all. */
import { allRead } from '../../src/core/failure-rule.ts';
import type { Finding } from '../../src/core/event.ts';
import type { Level } from '../../src/core/level-rule.ts';
import { FAILURE_RULES } from '../../src/alerts/failure-rules/index.ts';
import { createLevels } from '../../src/measure/levels/levels.ts';
import type { LevelVerdict } from '../../src/measure/levels/judge.ts';
import { limitsOf } from '../../src/measure/levels/limits.ts';
import { PROMPT, type AlertDelays } from '../../src/measure/levels/alert-delays.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { valuesByPlugin } from '../../src/history/routes/served.ts';
import { createTraceRig, type TraceRig } from './alert-trace.ts';
import { verdict } from './event-rig.ts';
import { readIncident } from './incident.ts';

/** Each returns its trace. */
export type Scenario = () => Promise<readonly string[]>;

const HOUR = 3600;
const QUICK: AlertDelays = { ...PROMPT, warningFor: 30, criticalFor: 10, clearFor: 20 };

const kindOf = (name: string) => {
  const found = FAILURE_RULES.find((kind) => kind.name === name);
  if (found === undefined) throw new Error(`no kind ${name}`);
  return found;
};

/** The plugins of a recording, judged second by second, with short delays and thresholds that its values reach. */
export async function incidentTrace(name: string): Promise<readonly string[]> {
  const { series, from, step } = readIncident(name);
  const recorded = new Set(series.map(({ plugin }) => plugin));
  const own = plugins.filter((plugin) => recorded.has(plugin.name));
  const section = {
    careful: '20',
    warning: '30',
    critical: '60',
    log: 'True',
    warning_for: '20',
    critical_for: '10',
    clear_for: '10',
  };
  const limits = own.map(
    (plugin) => [plugin.name, limitsOf(plugin, { section, historySize: 1, cores: 4 })] as const,
  );
  const levels = createLevels(own, new Map(limits));
  const rig = await createTraceRig({ all: {} });
  const count = Math.max(...series.map(({ values }) => values.length));
  for (let at = 0; at < count; at += 1) {
    const values = series.flatMap(({ plugin, item, field, kind, values }) => {
      const value = values[at] ?? null;
      return value === null ? [] : [{ field: { plugin, field, kind, isFlag: false }, item, value }];
    });
    for (const [plugin, value] of valuesByPlugin(own, { values, texts: new Map() }))
      rig.take(plugin, levels.judgeOf(plugin)(value));
    if (at % 5 === 0) rig.scan(`busy-${at % 3}`, 'node', `p${at % 7}`);
    await rig.clock.advance(step);
  }
  rig.look();
  await rig.restart('stop', 20_000);
  await rig.clock.advance(HOUR * 1000);
  rig.look();
  return [`${name} ${from}`, ...rig.lines];
}

/** A value that is above its threshold for some seconds, then below, again and again. */
const wave =
  (
    delays: AlertDelays,
    above: number,
    below: number,
    more: Partial<{ level: Level; rest: number }> = {},
  ): Scenario =>
  async () => {
    const { level = 'WARNING', rest = 10 } = more;
    const rig = await createTraceRig({ all: {} });
    const feed = async (one: Level, value: number, seconds: number) => {
      for (let second = 0; second < seconds; second += 2) {
        rig.take('cpu', [{ ...verdict('cpu', { level: one, value }), delays }]);
        await rig.clock.advance(2000);
      }
    };
    for (let times = 0; times < 14; times += 1) {
      await feed(level, level === 'CRITICAL' ? 95 : 80, above);
      await feed('OK', rest, below);
      if (times === 7) await rig.restart('stop', 10_000);
      rig.look();
    }
    await feed('OK', 5, 2 * HOUR);
    return rig.lines;
  };

/** The same numbers in every run, from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Mode = 'fine' | 'warning' | 'critical' | 'flutter' | 'nearly' | 'unknown' | 'gone';
const MODES: readonly Mode[] = [
  'fine',
  'fine',
  'warning',
  'critical',
  'flutter',
  'nearly',
  'unknown',
  'gone',
];

const SUBJECTS = [
  ['cpu', 'total'],
  ['cpu', 'user'],
  ['mem', 'percent'],
  ['fs', 'percent', '/'],
  ['fs', 'percent', '/home'],
  ['network', 'bytes_recv', 'eth0'],
] as const;

const PLUGINS = ['cpu', 'mem', 'fs', 'network'];
const DELAYS = [PROMPT, QUICK, { ...QUICK, warningFor: 300, criticalFor: 60, clearFor: 60 }];

/** Level and value of a mode. */
function valueOf(mode: Mode, random: () => number): { level: Level; value?: number } {
  const spread = Math.round(random() * 20) / 10;
  const isAbove = mode === 'flutter' && random() < 0.5;
  if (mode === 'warning' || isAbove) return { level: 'WARNING', value: 75 + spread };
  if (mode === 'critical') return { level: 'CRITICAL', value: 95 + spread };
  if (mode === 'nearly') return { level: 'CAREFUL', value: 68 + spread };
  return mode === 'unknown' ? { level: 'ERROR' } : { level: 'OK', value: 10 + spread };
}

/** Anything at all for some hours, with restarts, set clocks, silences, and quiet hours. */
export const anything =
  (seed: number, hours: number): Scenario =>
  async () => {
    const random = createRandom(seed);
    const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;
    const chance = (share: number): boolean => random() < share;
    const rig = await createTraceRig({
      all: { repeat: '1800' },
      critical: { min_level: 'critical', quiet_hours: '22:00-07:00', quiet_hours_critical: 'False' },
      night: { quiet_hours: '23:00-06:00', notify_end: 'False', plugins: 'cpu,fs' },
    });
    const modes = new Map<string, Mode>();
    const delays = new Map<string, AlertDelays>();
    const failed = new Map<string, Finding>();
    const run = { isFirst: true, isBusy: false };
    const states = ['UNIT_FAILED', 'FS_FULL', 'PORT_DOWN', 'RAID_DEGRADED'];
    const end = rig.clock.monotonic() + hours * HOUR * 1000;
    while (rig.clock.monotonic() < end) {
      if (chance(0.02)) run.isBusy = !run.isBusy;
      for (const plugin of PLUGINS) {
        const verdicts = SUBJECTS.filter(([name]) => name === plugin).flatMap((subject): LevelVerdict[] => {
          const [, field, identity] = subject;
          const key = subject.join(' ');
          if (chance(run.isBusy ? 0.06 : 0.2)) modes.set(key, chance(0.4) ? 'fine' : pick(MODES));
          if (chance(0.01)) delays.set(key, pick(DELAYS));
          const mode = modes.get(key) ?? 'fine';
          if (mode === 'gone') return [];
          const value = {
            field,
            ...valueOf(mode, random),
            log: !chance(0.002),
            ...(identity && { identity }),
          };
          return [{ ...verdict(plugin, value), delays: delays.get(key) ?? QUICK }];
        });
        rig.take(plugin, verdicts);
      }
      findAny(rig, { random, pick, chance, failed, states, isFirst: run.isFirst });
      run.isFirst = false;
      if (chance(0.3)) rig.scan(pick(['node', 'stress', 'ffmpeg']), pick(['a', 'b', 'c']), 'init');
      turnAny(rig, { pick, chance });
      if (chance(0.01)) {
        await rig.restart(pick(['stop', 'stop', 'kill', 'late']), pick([1000, 30_000, 120_000, 900_000]));
        run.isFirst = true;
      }
      if (chance(0.002)) rig.clock.step(pick([-HOUR, -5, 5, 2 * HOUR]) * 1000);
      if (chance(0.02)) rig.look();
      await rig.clock.advance(
        run.isBusy ? pick([500, 1000, 2000, 3000]) : pick([2000, 10_000, 60_000, 300_000]),
      );
    }
    rig.look();
    return rig.lines;
  };

interface Dice {
  pick<T>(some: readonly T[]): T;
  chance(share: number): boolean;
}

/** Findings of kinds: states that are loud, silent, explained by others, or have levels; and moments. */
function findAny(
  rig: TraceRig,
  {
    chance,
    pick,
    failed,
    states,
    isFirst,
  }: Dice & { random(): number; failed: Map<string, Finding>; states: readonly string[]; isFirst: boolean },
): void {
  for (const name of states) {
    for (const subject of ['a', 'b']) {
      const key = `${name} ${subject}`;
      const before = failed.get(key);
      if (chance(0.03)) {
        if (before && chance(0.5)) failed.delete(key);
        else
          failed.set(key, {
            subject,
            sentence: `${subject} has failed.`,
            details: { count: pick([1, 2]) },
            ...(name === 'FS_FULL' && {
              state: pick(['WARNING', 'CRITICAL']),
              stage: Math.max(before?.stage ?? 0, pick([0, 1, 2])),
            }),
            ...(chance(0.2) && { isOld: true as const }),
          });
      }
    }
    const findings = ['a', 'b'].flatMap((subject) => failed.get(`${name} ${subject}`) ?? []);
    const unknown = chance(0.02) ? ('all' as const) : chance(0.05) ? ['a'] : [];
    const isRead = unknown !== 'all';
    rig.find(
      kindOf(name),
      { findings: isRead ? findings.filter(({ subject }) => !unknown.includes(subject ?? '')) : [], unknown },
      isFirst,
    );
  }
  if (!chance(0.01)) return;
  const victim = { subject: pick(['node', 'java']), sentence: 'It was killed.', details: { pid: 7 } };
  rig.find(kindOf('OOM_KILL'), allRead([victim]));
}

/** What people and the machine do beside. */
function turnAny(rig: TraceRig, { pick, chance }: Dice): void {
  const toggle = (some: Set<string>, name: string): void => {
    if (!some.delete(name)) some.add(name);
  };
  if (chance(0.003)) rig.clear(pick(['all', 'warning']));
  if (chance(0.01)) rig.delays[pick(['FS_FULL', 'PORT_DOWN'])] = pick(DELAYS);
  if (chance(0.01)) toggle(rig.stale, pick(PLUGINS));
  if (chance(0.01)) toggle(rig.explained, 'PORT_DOWN');
  if (chance(0.01)) {
    toggle(rig.silenced, pick(['CPU_TOTAL', 'FS_/HOME_PERCENT', 'UNIT_FAILED_A']));
    rig.release();
  }
}

export const WAVES: Readonly<Record<string, Scenario>> = {
  short: wave(QUICK, 8, 10),
  critical: wave(QUICK, 90, 120, { level: 'CRITICAL' }),
  'often-notified': wave({ ...PROMPT, clearFor: 10 }, 120, 480),
  'between-thresholds': wave(PROMPT, 60, 1200, { rest: 68 }),
  'longer-than-the-pause': wave({ ...QUICK, clearFor: 60 }, 600, 30),
};
