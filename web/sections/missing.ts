/** Missing sections, each with its reason. */
import type { PluginReport } from '../api/types.ts';
import { SECTION_TITLES, sectionTitle } from '../../src/show/display/section-titles.ts';
import { isKnown } from './known.ts';

export interface Missing {
  /** Name of the plugin or section. */
  name: string;
  title: string;
  /** A sentence that says what to do. */
  reason: string;
  /** The reader switched it off. */
  isHidden: boolean;
}

const isSilent = ({ state, reason }: PluginReport): boolean =>
  (state === 'ok' || state === 'paused') && reason === null;

export function missingOf(reports: readonly PluginReport[], hidden: readonly string[]): Missing[] {
  const off = hidden
    .filter((name) => SECTION_TITLES.has(name))
    .map((name) => ({ name, title: sectionTitle(name), reason: '', isHidden: true }));
  const lacking = reports
    .filter(({ name }) => SECTION_TITLES.has(name) || !isKnown(name))
    .filter((report) => !hidden.includes(report.name) && !isSilent(report))
    .map((report) => ({
      name: report.name,
      title: sectionTitle(report.name),
      reason: reasonFor(report),
      isHidden: false,
    }));
  return [...off, ...lacking];
}

/** Why a plugin has nothing to show; null: it is well, or not there. */
export function reasonOfPlugin(reports: readonly PluginReport[], plugin: string | undefined): string | null {
  const report = reports.find(({ name }) => name === plugin);
  return report === undefined || isSilent(report) ? null : reasonFor(report);
}

const reasonFor = ({ reason, state }: PluginReport): string => sentence(reason ?? state);

/** Reasons begin in lower case, for they follow a name elsewhere; those that begin with a name, such as `md1:`, keep it. */
function sentence(text: string): string {
  const first = /^[a-z]+[ ,]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
