/** Names of the sections of the left column, and whether there is something in them. */
import type { ServedMember } from '../../../core/served.ts';
import { absenceOf } from './absence.ts';
import type { Ui } from './ui.ts';
import { t } from '../../display/language.ts';
import type { ListedSection } from '../../display/section-lists.ts';
import { SECTION_ORDER, SHOWN_ELSEWHERE } from '../../display/section-names.ts';

/** The map of the cores has those. */
const CORES = 'percpu';

export const OWN_SECTIONS = SECTION_ORDER.filter((name): name is ListedSection => name !== CORES);

const OWN: ReadonlySet<string> = new Set(OWN_SECTIONS);

export const hasOwnSection = (plugin: string): boolean => OWN.has(plugin);

export const isSection = (plugin: string): boolean => plugin !== CORES && !SHOWN_ELSEWHERE.has(plugin);

/** Most machines lack most devices. */
export const isEmpty = (value: ServedMember): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'object' && (Array.isArray(value) ? value : Object.keys(value)).length === 0);

/** Why there is no such section although it is not hidden; null: there is one, or this plugin never has one. */
export function whyEmpty(ui: Ui, plugin: string): string | null {
  if (!hasOwnSection(plugin) || !isEmpty(ui.source.latest(plugin))) return null;
  return absenceOf(ui, plugin, t('there are none on this machine.'));
}
