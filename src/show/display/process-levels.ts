/** Levels of processes by the process list's limits, judged by user interfaces: the agent does not notify about single processes. */
import type { Limits, ServedMember } from '../../core/served.ts';
import { type Level, LEVEL_WORDS, reachedLevel, type Thresholds } from './levels.ts';
import { t } from './language.ts';

export interface ProcessLevels {
  /** Percent of one core; one busy core of many is fine. */
  cpu(percent: number | null | undefined): Level | null;
  memory(percent: number | null | undefined): Level | null;
  /** Disk sleep counts as fine: every process does it at times. */
  status(status: ServedMember): Level | null;
  thresholds: Readonly<Record<'cpu' | 'memory', Thresholds>>;
}

/** @param cores of the machine */
export function processLevels(limits: Limits | undefined, cores: number): ProcessLevels {
  const cpu = thresholdsIn(limits, 'processlist_cpu');
  const memory = thresholdsIn(limits, 'processlist_mem');
  const status = wordLevels(limits, 'processlist_status');
  return {
    cpu: (percent) => reachedLevel((percent ?? 0) / Math.max(1, cores), cpu),
    memory: (percent) => reachedLevel(percent, memory),
    status: (state) => (state === 'D' ? null : status(state)),
    thresholds: { cpu, memory },
  };
}

/** `Critical: 95.0 % of 4 cores, threshold 90.0 %`. */
export const levelReason = (level: Level, value: string, threshold = ''): string =>
  `${t(LEVEL_WORDS[level])}: ${value}${threshold && t(', threshold {threshold}', { threshold })}`;

function thresholdsIn(limits: Limits | undefined, name: string): Thresholds {
  const thresholdOf = (level: Level): number | null => {
    const limit = limits?.[`${name}_${level}`];
    return typeof limit === 'number' && limit !== 0 ? limit : null;
  };
  return {
    careful: thresholdOf('careful'),
    warning: thresholdOf('warning'),
    critical: thresholdOf('critical'),
  };
}

type WordLevel = (word: ServedMember) => Level | null;

const WORST_FIRST: readonly Level[] = ['critical', 'warning', 'careful'];

/** Parses the lists `<prefix>_critical` etc. `<prefix>_ok` takes precedence; unlisted words are normal. */
export function wordLevels(limits: Limits | undefined, prefix: string): WordLevel {
  const levels = new Map<string, Level | null>();
  const add = (suffix: string, level: Level | null): void => {
    const listed = limits?.[`${prefix}_${suffix}`];
    for (const word of Array.isArray(listed) ? listed : [listed]) {
      const name = String(word ?? '').trim();
      if (name !== '' && !levels.has(name)) levels.set(name, level);
    }
  };
  add('ok', null);
  for (const level of WORST_FIRST) add(level, level);
  return (word) => levels.get(String(word)) ?? null;
}
