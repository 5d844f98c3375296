/** Plugins behind what is on the screen: only those are sampled at their full pace. */
import { hasRail, hasTable } from './parts.ts';
import { isSection } from './section-names.ts';
import { TABLE_PLUGINS } from '../data-source/table-plugins.ts';
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

/** @param width of the screen */
export function watchedPlugins(view: View, plugins: readonly string[], width: number): string[] {
  const { hidden } = view.preferences;
  const sections = hasRail(view, width) ? plugins.filter(isSection).filter((name) => !hidden.has(name)) : [];
  const isQuick =
    !hidden.has('quicklook') && QUICK_LOOK.some((name) => hidden.has(name) || !plugins.includes(name));
  // The smallest and largest values of a closely watched process are those of all its samples.
  const isListed = hasTable(view) || view.extended !== null;
  const more = view.table === 'containers' ? ['containerstates'] : [];
  const tables = isListed ? [TABLE_PLUGINS[view.table], 'processcount', ...more] : [];
  return [...ALWAYS, ...(isQuick ? ['quicklook'] : []), ...sections, ...tables];
}
