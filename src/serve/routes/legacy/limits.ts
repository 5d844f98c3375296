/** Limits under older names. */
import type { Limits } from '../../../core/served.ts';
import type { LegacyPlugin } from './dialect.ts';

/** Older versions had one style of bars, and another name for its character. */
const QUICKLOOK: Readonly<Record<string, string | null>> = {
  quicklook_list: null,
  quicklook_bar_char: 'quicklook_percentage_char',
};

export function legacyLimits({ plugin, shape }: LegacyPlugin, limits: Limits): Limits {
  const current = `${plugin.name}_`;
  const older = `${shape.limitsPrefix ?? plugin.name}_`;
  return Object.fromEntries(
    Object.entries(limits).flatMap(([key, value]) => {
      if (QUICKLOOK[key] === null) return [];
      const renamed = key.startsWith(current) ? older + key.slice(current.length) : key;
      return [[QUICKLOOK[key] ?? renamed, value]];
    }),
  );
}
