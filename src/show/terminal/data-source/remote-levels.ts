/** Thresholds of another machine, from the limits that it serves; the defaults until they are known. */
import type { Json, Limits } from '../../../core/served.ts';
import type { Plugin } from '../../../core/plugin.ts';
import { createLevels, type Levels } from '../../../measure/levels/levels.ts';
import { allLimitsIn, limitsOf } from '../../../measure/levels/limits.ts';

interface RemoteLevels {
  levels(): Levels;
  /** Takes the limits of all plugins as they came. */
  take(limits: Json): void;
  /** Some thresholds without a configuration grow with the cores. */
  setCores(cores: number): void;
}

export function createRemoteLevels(plugins: readonly Plugin[], historySize: number): RemoteLevels {
  let cores = 1;
  let told: Readonly<Record<string, Limits>> = {};
  const made = (): Levels =>
    createLevels(
      plugins,
      new Map(
        plugins.map((plugin) => [
          plugin.name,
          told[plugin.name] ?? limitsOf(plugin, { section: {}, historySize, cores }),
        ]),
      ),
    );
  let levels = made();
  return {
    levels: () => levels,
    take(limits) {
      const known = allLimitsIn(limits);
      if (known === null) return;
      told = known;
      levels = made();
    },
    setCores(count) {
      if (count === cores) return;
      cores = count;
      levels = made();
    },
  };
}
