import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface HangingMounts {
  /** Directories with hanging file systems. Access them only from processes that may hang. */
  paths: string[];
  remove(): void;
}

/**
 * Mounts `count` file systems that never answer, by `hang-fs.c`. With `swallow`, a process that waits for one cannot be
 * killed until `remove`. Where this machine cannot do it the result is the reason, in words.
 */
export async function createHangingMounts(count: number, swallow = false): Promise<HangingMounts | string> {
  if (process.getuid?.() !== 0) return 'mounting needs root';
  if (!existsSync('/dev/fuse')) return 'there is no /dev/fuse';
  const directory = mkdtempSync(join(tmpdir(), 'gander-hang-'));
  const program = join(directory, 'hang-fs');
  const servers: ReturnType<typeof spawn>[] = [];
  const paths = Array.from({ length: count }, (_, index) => join(directory, `mount-${index}`));
  const remove = (): void => {
    for (const server of servers) server.kill('SIGKILL');
    for (const path of paths) unmount(path);
    rmSync(directory, { recursive: true });
  };
  try {
    execFileSync('cc', ['-O1', '-o', program, fileURLToPath(new URL('hang-fs.c', import.meta.url))]);
    for (const path of paths) {
      mkdirSync(path);
      const server = spawn(program, swallow ? [path, 'swallow'] : [path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      servers.push(server);
      const [output] = (await Promise.race([
        once(server.stdout, 'data'),
        once(server, 'close'),
      ])) as unknown[];
      if (String(output) !== 'mounted\n') throw new Error('mounting FUSE file systems is not permitted here');
    }
    return { paths, remove };
  } catch (error) {
    remove();
    return (error as Error).message.split('\n')[0] ?? '';
  }
}

/** Lazily, as the server may be about to die still; a path that is not mounted stays as it is. */
function unmount(path: string): void {
  try {
    execFileSync('umount', ['-l', path], { stdio: 'ignore' });
  } catch {
    // Not mounted: the program failed before.
  }
}
