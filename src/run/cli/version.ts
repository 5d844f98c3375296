/** Prints versions and lists. */
import type { Plugin } from '../../core/plugin.ts';
import { VERSION } from '../../core/version.ts';

const API_VERSION = 4;

/** Four lines of label, tabs, value. */
export const versionText = (logFile: string | null): string =>
  [
    `Gander version:\t\t${VERSION}`,
    `Gander API version:\t${API_VERSION}`,
    `Library version:\t${VERSION}`,
    `Log file:\t\t${logFile ?? 'none'}`,
  ].join('\n');

interface Module {
  readonly name: string;
  readonly packages?: readonly string[];
}

/**
 * Two lines, and one per exporter whose packages are missing or of untested versions.
 * @param lacking the command that installs a package; null: present
 * @param untested the version and the command; null: tested or missing
 */
export const modulesText = (
  registry: readonly Plugin[],
  exporters: readonly Module[],
  lacking: (name: string) => string | null,
  untested: (name: string) => string | null,
): string => {
  const sorted = (list: readonly { name: string }[]) =>
    list
      .map(({ name }) => name)
      .sort()
      .join(', ');
  const line = (head: string, find: typeof lacking): string[] => {
    const found = exporters.flatMap(({ name, packages = [] }) => {
      const texts = packages.map(find).filter((text) => text !== null);
      return texts.length === 0 ? [] : [`${name} (${texts.join('; ')})`];
    });
    return found.length === 0 ? [] : [`${head}: ${found.join(', ')}`];
  };
  return [
    `Plugins list: ${sorted(registry)}`,
    `Exporters list: ${sorted(exporters)}`,
    ...line('Exporters without their package', lacking),
    ...line('Exporters with an untested package', untested),
  ].join('\n');
};
