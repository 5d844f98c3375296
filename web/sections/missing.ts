/** Missing sections, each with its reason. */
import type { PluginReport } from '../api/types.ts';
import { SECTION_TITLES, sectionTitle } from '../../src/display/section-titles.ts';
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
    .map(({ name, reason, state }) => ({
      name,
      title: sectionTitle(name),
      reason: sentence(reason ?? state),
      isHidden: false,
    }));
  return [...off, ...lacking];
}

/** Reasons begin in lower case, for they follow a name elsewhere; those that begin with a name, such as `md1:`, keep it. */
function sentence(text: string): string {
  const first = /^[a-z]+[ ,]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
