/** The sections of the left column, in their order. */
import { declaredSection } from './sections-declared.ts';
import {
  diskHealthSection,
  ampSection,
  cloudSection,
  connectionSection,
  folderSection,
  portSection,
  raidSection,
  wifiSection,
} from './sections-health.ts';
import {
  fileSystemSection,
  diskSection,
  gpuSection,
  irqSection,
  mppSection,
  networkSection,
  npuSection,
  pressureSection,
  sensorSection,
} from './sections-rates.ts';
import type { Section } from './section.ts';
import type { Ui } from '../state/ui.ts';
import { absenceOf } from '../state/absence.ts';

const SECTIONS: readonly (readonly [plugin: string, section: (ui: Ui) => Section])[] = [
  ['network', networkSection],
  ['diskio', diskSection],
  ['fs', fileSystemSection],
  ['sensors', sensorSection],
  ['gpu', gpuSection],
  ['npu', npuSection],
  ['mpp', mppSection],
  ['raid', raidSection],
  ['smart', diskHealthSection],
  ['wifi', wifiSection],
  ['ports', portSection],
  ['folders', folderSection],
  ['amps', ampSection],
  ['connections', connectionSection],
  ['pressure', pressureSection],
  ['irq', irqSection],
  ['cloud', cloudSection],
];

/** Shown elsewhere than in a section, or not at all. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'alert',
  'containers',
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
const OWN: ReadonlySet<string> = new Set(SECTIONS.map(([plugin]) => plugin));

export const isSection = (plugin: string): boolean => !ELSEWHERE.has(plugin);

/** Shorter than the names of the fields, which do not fit above numbers. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = { packets: ['in', 'out'] };

/** Most machines lack most devices. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'object' && (Array.isArray(value) ? value : Object.keys(value)).length === 0);

/** Sections that are not hidden and have something to show. */
export function sectionsOf(ui: Ui): Section[] {
  const own = SECTIONS.map(([plugin, section]) => ({ plugin, make: () => section(ui) }));
  const others = ui.subject.declared
    .filter(({ name }) => isSection(name) && !OWN.has(name))
    .map((plugin) => ({
      plugin: plugin.name,
      make: (): Section => {
        const made = declaredSection(ui, plugin);
        return { ...made, headings: HEADINGS[plugin.name] ?? made.headings, isMinor: true };
      },
    }));
  return [...own, ...others].flatMap(({ plugin, make }) => {
    if (ui.view.preferences.hidden.has(plugin) || isEmpty(ui.subject.latest(plugin as 'cpu'))) return [];
    const made = make();
    return made.rows.length === 0 ? [] : [made];
  });
}

/** Why there is no such section although it is not hidden; null: there is one, or this plugin never has one. */
export function whyEmpty(ui: Ui, plugin: string): string | null {
  if (!OWN.has(plugin) || !isEmpty(ui.subject.latest(plugin as 'cpu'))) return null;
  return absenceOf(ui, plugin, 'there are none on this machine.');
}
