/** Why a plugin has no data, as a sentence. */
import type { PluginReport } from '../api/types.ts';
import { t } from '../../src/show/display/language.ts';
import { localReason } from '../../src/show/display/said-words.ts';

/** The most characters of several reasons. */
const LONGEST = 4000;

export const isSilent = ({ state, reason }: PluginReport): boolean =>
  (state === 'ok' || state === 'paused') && reason === null;

/** Why a plugin has no data; null: it has some, or is not served. */
export function reasonOfPlugin(reports: readonly PluginReport[], plugin: string | undefined): string | null {
  const report = reports.find(({ name }) => name === plugin);
  return report === undefined || isSilent(report) ? null : pluginReason(report);
}

export const pluginReason = (report: PluginReport): string =>
  sentence(report.reason === null ? report.state : localReason(report, LONGEST));

/** Capitalizes a reason unless it begins with a name such as `md1:`. */
function sentence(text: string): string {
  const reason = /^\p{Ll}+[ ,]/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?。]$/.test(reason) ? reason : t('{reason}.', { reason });
}
