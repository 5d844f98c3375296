/** Programs that plugins run, looked for where packages put them, whatever PATH a service has. */
import type { Host } from '../../../core/host.ts';

const DIRECTORIES = ['/usr/bin', '/usr/local/bin', '/snap/bin'];

/** The path of an installed program, or null. It is looked for anew each time: packages come and go while the agent runs. */
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
