/** The sections that page and terminal show alike. */
import {
  diskList,
  fileSystemList,
  gpuList,
  interruptList,
  mppList,
  networkList,
  npuList,
  sensorList,
  wifiList,
} from './rate-lists.ts';
import type { SectionList, SectionSource } from './section-list.ts';
import {
  checkList,
  cloudList,
  connectionList,
  folderList,
  healthList,
  programList,
  raidList,
  unitList,
} from './state-lists.ts';

export const SECTION_LISTS = {
  gpu: gpuList,
  npu: npuList,
  mpp: mppList,
  network: networkList,
  diskio: diskList,
  fs: fileSystemList,
  sensors: sensorList,
  raid: raidList,
  smart: healthList,
  wifi: wifiList,
  ports: checkList,
  folders: folderList,
  amps: programList,
  units: unitList,
  connections: connectionList,
  irq: interruptList,
  cloud: cloudList,
} as const satisfies Readonly<Record<string, (source: SectionSource) => SectionList>>;

/** Short headings of sections by declaration: the names of these fields do not fit above numbers. */
export const SHORT_HEADINGS: Readonly<Record<string, readonly string[]>> = {
  packets: ['in', 'out'],
  pressure: ['some', 'full'],
};

export type ListedSection = keyof typeof SECTION_LISTS;
/** Line of a section. */
export type LineOf<N extends ListedSection> = ReturnType<(typeof SECTION_LISTS)[N]>['lines'][number];
