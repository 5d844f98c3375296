/** Optional packages, loaded when something is sent with them for the first time. */
import { MissingPackage } from './exporter.ts';

/** @param command installs it */
export const missingText = (name: string, command: string): string => `needs the package ${name}: ${command}`;

/** Installs a package. @param versions of the packages that are tested, by name */
export const installCommand = (name: string, versions: Readonly<Record<string, string>>): string =>
  `npm install ${name}${versions[name] === undefined ? '' : `@${versions[name]}`}`;

/** @param versions of the packages that are tested, by name */
export const createLoader =
  (versions: Readonly<Record<string, string>>) =>
  async (name: string): Promise<Record<string, unknown>> => {
    try {
      return (await import(name)) as Record<string, unknown>;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ERR_MODULE_NOT_FOUND' && message.includes(name))
        throw new MissingPackage(missingText(name, installCommand(name, versions)));
      throw error;
    }
  };
