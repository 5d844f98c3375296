/** Finds programs where packages install them, regardless of the service's PATH. */
import type { Host } from '../../../core/host.ts';

const DIRECTORIES = ['/usr/bin', '/usr/local/bin', '/snap/bin'];

/** Path of an installed program, or null. Not cached: packages change while the agent runs. */
export function findProgram(host: Host, name: string): string | null {
  const paths = DIRECTORIES.map((directory) => `${directory}/${name}`);
  return paths.find((path) => exists(host, path)) ?? null;
}

function exists(host: Host, path: string): boolean {
  try {
    host.open(path).close();
    return true;
  } catch (error) {
    // An executable file need not be readable.
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}
