/** Which plugins have a section of their own, and in which order: the left column of the page and of the terminal. */

export const SECTION_ORDER = [
  'percpu',
  'gpu',
  'npu',
  'mpp',
  'network',
  'diskio',
  'fs',
  'sensors',
  'raid',
  'smart',
  'wifi',
  'ports',
  'folders',
  'amps',
  'units',
  'connections',
  'irq',
  'cloud',
] as const;
export type SectionName = (typeof SECTION_ORDER)[number];

/** Shown elsewhere than in a section, or not at all. */
export const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
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
  'processcount',
  'processlist',
  'programlist',
  'psutilversion',
  'quicklook',
  'system',
  'uptime',
  'version',
  'vms',
]);
