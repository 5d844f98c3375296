/** The sections of the left column, in their order. */
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
  sensorSection,
} from './sections-rates.ts';
import type { Section } from './section.ts';
import type { Ui } from '../state/ui.ts';

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
  ['irq', irqSection],
  ['cloud', cloudSection],
];

/** Names of plugins that have a section. */
export const SECTION_PLUGINS: readonly string[] = SECTIONS.map(([plugin]) => plugin);

/** Sections that are not hidden and have something to show. */
export const sectionsOf = (ui: Ui): Section[] =>
  SECTIONS.flatMap(([plugin, section]) => {
    if (ui.view.preferences.hidden.has(plugin)) return [];
    const made = section(ui);
    return made.rows.length === 0 ? [] : [made];
  });
