/** Why a plugin has nothing to show, in a sentence. */
import type { PluginReport } from '../api/types.ts';

export const isSilent = ({ state, reason }: PluginReport): boolean =>
  (state === 'ok' || state === 'paused') && reason === null;

/** Why a plugin has nothing to show; null: it is well, or not there. */
export function reasonOfPlugin(reports: readonly PluginReport[], plugin: string | undefined): string | null {
  const report = reports.find(({ name }) => name === plugin);
  return report === undefined || isSilent(report) ? null : reasonFor(report);
}

export const reasonFor = ({ reason, state }: PluginReport): string => sentence(reason ?? state);

/** Reasons begin in lower case, for they follow a name elsewhere; those that begin with a name, such as `md1:`, keep it. */
function sentence(text: string): string {
  const first = /^[a-z]+[ ,]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
