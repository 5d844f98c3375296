/** Optional packages, loaded on first use. */

/** An optional package that is not installed. */
export class MissingPackage extends Error {
  override readonly name = 'MissingPackage';
}

/** Loads an optional package. Throws {@link MissingPackage}. */
export type LoadPackage = (name: string) => Promise<Record<string, unknown>>;

/** @param command command that installs it */
export const missingText = (name: string, command: string): string => `needs the package ${name}: ${command}`;

/** Paths from the sources and from the built program. */
const NOT_FOUND: ReadonlySet<string> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/** @param commandFor command that installs a package */
export const createLoader =
  (commandFor: (name: string) => string): LoadPackage =>
  async (name) => {
    try {
      return (await import(name)) as Record<string, unknown>;
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      if (NOT_FOUND.has(code) && message.includes(name))
        throw new MissingPackage(missingText(name, commandFor(name)));
      throw error;
    }
  };
