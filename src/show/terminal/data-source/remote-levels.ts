/** The thresholds of another machine, from the limits that it serves; those without a configuration until they are known. */
import type { Plugin } from '../../../core/plugin.ts';
import type { Limits } from '../../../core/served.ts';
import { createLevels, type Levels } from '../../../measure/levels/levels.ts';
import { limitsOf } from '../../../measure/levels/limits.ts';

export interface RemoteLevels {
  levels(): Levels;
  /** Takes the limits of all plugins as they came; nothing is known of their form. */
  take(limits: unknown): void;
  /** Some thresholds without a configuration grow with the cores. */
  setCores(cores: number): void;
}

/** No section of a configuration is longer. */
const MOST_KEYS = 10_000;

export function createRemoteLevels(plugins: readonly Plugin[], historySize: number): RemoteLevels {
  let cores = 1;
  let told: Readonly<Record<string, unknown>> = {};
  const made = (): Levels =>
    createLevels(
      plugins,
      new Map(
        plugins.map((plugin) => [
          plugin.name,
          limitsIn(told[plugin.name]) ?? limitsOf(plugin, { section: {}, historySize, cores }),
        ]),
      ),
    );
  let levels = made();
  return {
    levels: () => levels,
    take(limits) {
      if (typeof limits !== 'object' || limits === null) return;
      told = { ...limits };
      levels = made();
    },
    setCores(count) {
      if (count === cores) return;
      cores = count;
      levels = made();
    },
  };
}

/** Null where a plugin has none. */
function limitsIn(value: unknown): Limits | null {
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value as Record<string, unknown>).slice(0, MOST_KEYS);
  return Object.fromEntries(entries.filter(([, limit]) => isLimit(limit))) as Limits;
}

const isLimit = (limit: unknown): boolean =>
  typeof limit === 'number' || (Array.isArray(limit) && limit.every((word) => typeof word === 'string'));
