/** Names of the sections of the left column, and whether there is something in them. */
import { absenceOf } from './absence.ts';
import type { Ui } from './ui.ts';
import { t } from '../../display/language.ts';

/** Plugins with a section of their own, in the order on the screen. */
export const OWN_SECTIONS = [
  'network',
  'diskio',
  'fs',
  'sensors',
  'gpu',
  'npu',
  'mpp',
  'raid',
  'smart',
  'wifi',
  'ports',
  'folders',
  'amps',
  'units',
  'connections',
  'pressure',
  'irq',
  'cloud',
] as const;
export type OwnSection = (typeof OWN_SECTIONS)[number];

const OWN: ReadonlySet<string> = new Set(OWN_SECTIONS);

export const hasOwnSection = (plugin: string): boolean => OWN.has(plugin);

/** Shown elsewhere than in a section, or not at all. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'alert',
  // With the ports.
  'checks',
  'containers',
  'containerstates',
  'core',
  'cpu',
  'help',
  'ip',
  'libversion',
  'load',
  'mem',
  'memswap',
  'now',
  'percpu',
  'processcount',
  'processlist',
  'programlist',
  'quicklook',
  'system',
  'uptime',
  'version',
  'vms',
]);

export const isSection = (plugin: string): boolean => !ELSEWHERE.has(plugin);

/** Most machines lack most devices. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'object' && (Array.isArray(value) ? value : Object.keys(value)).length === 0);

/** Why there is no such section although it is not hidden; null: there is one, or this plugin never has one. */
export function whyEmpty(ui: Ui, plugin: string): string | null {
  if (!hasOwnSection(plugin) || !isEmpty(ui.source.latest(plugin))) return null;
  return absenceOf(ui, plugin, t('there are none on this machine.'));
}
