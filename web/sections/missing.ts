/** Missing sections and their reasons. */
import type { PluginReport } from '../api/types.ts';
import { isOnlyWhose, machineIn } from '../../src/core/machine-words.ts';
import { SECTION_TITLES, sectionTitle } from '../../src/show/display/section-titles.ts';
import { isSilent, pluginReason } from '../state/plugin-reason.ts';
import { isKnown } from './known.ts';

export interface Missing {
  /** Name of the plugin or section. */
  name: string;
  title: string;
  /** A sentence with the remedy. */
  reason: string;
  /** Hidden by the reader. */
  isHidden: boolean;
}

export function missingOf(reports: readonly PluginReport[], hidden: readonly string[]): Missing[] {
  const off = hidden
    .filter((name) => SECTION_TITLES.has(name))
    .map((name) => ({ name, title: sectionTitle(name), reason: '', isHidden: true }));
  const isInside = reports.some(({ reason }) => machineIn(reason) !== null);
  const lacking = reports
    .filter(({ name }) => SECTION_TITLES.has(name) || !isKnown(name))
    .filter((report) => !hidden.includes(report.name) && !isSilent(report) && !isOfOthers(report, isInside))
    .map((report) => ({
      name: report.name,
      title: sectionTitle(report.name),
      reason: pluginReason(report),
      isHidden: false,
    }));
  return [...off, ...lacking];
}

/**
 * Hosts without systemd lack nothing, nor do containers and guests without sensors. Whose values the page shows stands in its header.
 */
const isOfOthers = ({ name, state, reason }: PluginReport, isInside: boolean): boolean =>
  state === 'unsupported'
    ? name === 'units' || (name === 'sensors' && isInside)
    : isInside && isOnlyWhose(reason ?? '');
