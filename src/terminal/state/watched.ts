/** Plugins behind what is on the screen: only those are sampled at their full pace. */
import { isSection } from '../draw/sections.ts';
import { TABLE_PLUGINS } from './table-plugins.ts';
import type { View } from './view.ts';

/** Parts that are shown whatever else is, or tell the number of cores. */
const ALWAYS = [
  'system',
  'uptime',
  'now',
  'ip',
  'alert',
  'cpu',
  'mem',
  'memswap',
  'load',
  'percpu',
  'network',
  'diskio',
  'gpu',
];

/** Vital signs in whose place the plugin quicklook is shown, where they are hidden or off. */
const QUICK_LOOK = ['cpu', 'mem'];

export function watchedPlugins(
  { preferences: { hidden }, table }: View,
  plugins: readonly string[],
): string[] {
  const sections = hidden.has('rail') ? [] : plugins.filter(isSection).filter((name) => !hidden.has(name));
  const isQuick =
    !hidden.has('quicklook') && QUICK_LOOK.some((name) => hidden.has(name) || !plugins.includes(name));
  const tables = hidden.has('processlist') ? [] : [TABLE_PLUGINS[table], 'processcount'];
  return [...ALWAYS, ...(isQuick ? ['quicklook'] : []), ...sections, ...tables];
}
