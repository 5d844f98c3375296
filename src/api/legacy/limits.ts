/** Limits under older names. */
import type { Limits } from '../../core/served.ts';
import { renamedLimits } from '../../measure/levels/limits.ts';
import type { LegacyPlugin } from './dialect.ts';

/** Older versions had one style of bars, and another name for its character. */
const QUICKLOOK: Readonly<Record<string, string | null>> = {
  quicklook_list: null,
  quicklook_bar_char: 'quicklook_percentage_char',
};

export function legacyLimits({ name, plugin }: LegacyPlugin, limits: Limits): Limits {
  const known = renamedLimits(limits, plugin.name, name);
  return Object.fromEntries(
    Object.entries(known).flatMap(([key, value]) =>
      QUICKLOOK[key] === null ? [] : [[QUICKLOOK[key] ?? key, value]],
    ),
  );
}
