/** Versions and lists that are printed and done with. */
import type { Plugin } from '../core/plugin.ts';
import { VERSION } from '../core/version.ts';

const API_VERSION = 4;

/** Four lines of label, tabs, value. */
export const versionText = (logFile: string | null): string =>
  [
    `Gander version:\t\t${VERSION}`,
    `Gander API version:\t${API_VERSION}`,
    `Library version:\t${VERSION}`,
    `Log file:\t\t${logFile ?? 'none'}`,
  ].join('\n');

/** Two lines. */
export const modulesText = (registry: readonly Plugin[], exporters: readonly { name: string }[]): string => {
  const sorted = (list: readonly { name: string }[]) =>
    list
      .map(({ name }) => name)
      .sort()
      .join(', ');
  return `Plugins list: ${sorted(registry)}\nExporters list: ${sorted(exporters)}`;
};
