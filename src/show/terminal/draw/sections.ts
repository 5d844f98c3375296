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
  unitSection,
} from './sections-rates.ts';
import type { Section } from './section.ts';
import { hasOwnSection, isEmpty, isSection, OWN_SECTIONS, type OwnSection } from '../state/section-names.ts';
import type { Ui } from '../state/ui.ts';
import { type Phrase, t } from '../../display/language.ts';

const SECTIONS: Readonly<Record<OwnSection, (ui: Ui) => Section>> = {
  network: networkSection,
  diskio: diskSection,
  fs: fileSystemSection,
  sensors: sensorSection,
  gpu: gpuSection,
  npu: npuSection,
  mpp: mppSection,
  raid: raidSection,
  smart: diskHealthSection,
  wifi: wifiSection,
  ports: portSection,
  folders: folderSection,
  amps: ampSection,
  units: unitSection,
  connections: connectionSection,
  pressure: pressureSection,
  irq: irqSection,
  cloud: cloudSection,
};

/** Shorter than the names of the fields, which do not fit above numbers. */
const HEADINGS: Readonly<Record<string, readonly Phrase[]>> = { packets: ['in', 'out'] };

/** Sections that are not hidden and have something to show. */
export function sectionsOf(ui: Ui): Section[] {
  const own = OWN_SECTIONS.map((plugin) => ({ plugin, make: () => SECTIONS[plugin](ui) }));
  const others = ui.source.declared
    .filter(({ name }) => isSection(name) && !hasOwnSection(name))
    .map((plugin) => ({
      plugin: plugin.name,
      make: (): Section => {
        const made = declaredSection(ui, plugin);
        return {
          ...made,
          headings: HEADINGS[plugin.name]?.map((heading) => t(heading)) ?? made.headings,
          isMinor: true,
        };
      },
    }));
  return [...own, ...others].flatMap(({ plugin, make }) => {
    if (ui.view.preferences.hidden.has(plugin) || isEmpty(ui.source.latest(plugin))) return [];
    const made = make();
    return made.rows.length === 0 ? [] : [made];
  });
}
