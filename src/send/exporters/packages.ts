/** Optional packages, loaded when something is sent with them for the first time. */
import { MissingPackage } from './exporter.ts';

/** @param command installs it */
export const missingText = (name: string, command: string): string => `needs the package ${name}: ${command}`;

/** Of the sources, and of the built program. */
const NOT_FOUND: ReadonlySet<string> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/** @param commandFor installs a package */
export const createLoader =
  (commandFor: (name: string) => string) =>
  async (name: string): Promise<Record<string, unknown>> => {
    try {
      return (await import(name)) as Record<string, unknown>;
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      if (NOT_FOUND.has(code) && message.includes(name))
        throw new MissingPackage(missingText(name, commandFor(name)));
      throw error;
    }
  };
