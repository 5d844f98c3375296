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

interface Module {
  readonly name: string;
  readonly packages?: readonly string[];
}

/** Two lines, and a third where exporters lack their packages. @param lacking the command that installs a package; null: it is there */
export const modulesText = (
  registry: readonly Plugin[],
  exporters: readonly Module[],
  lacking: (name: string) => string | null,
): string => {
  const sorted = (list: readonly { name: string }[]) =>
    list
      .map(({ name }) => name)
      .sort()
      .join(', ');
  const without = exporters.flatMap(({ name, packages = [] }) => {
    const commands = packages.map(lacking).filter((command) => command !== null);
    return commands.length === 0 ? [] : [`${name} (${commands.join('; ')})`];
  });
  return [
    `Plugins list: ${sorted(registry)}`,
    `Exporters list: ${sorted(exporters)}`,
    ...(without.length === 0 ? [] : [`Exporters without their package: ${without.join(', ')}`]),
  ].join('\n');
};
