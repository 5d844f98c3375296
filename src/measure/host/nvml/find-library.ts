import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orNull } from '../../../core/or-null.ts';

const NAME = 'libnvidia-ml.so.1';
/** The dynamic linker's list of all libraries (ldconfig(8)). */
const CACHE = '/etc/ld.so.cache';
/** Locations missing in the list: WSL, NixOS, managed Kubernetes, musl containers. */
const FOLDERS = [
  '/usr/lib/wsl/lib',
  '/run/opengl-driver/lib',
  '/usr/local/nvidia/lib64',
  '/usr/lib64',
  '/usr/lib',
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
];

/**
 * Name of NVIDIA's management library if the linker knows it, otherwise its path; null: not installed. Cheaper than trying to load
 * it, which needs a native module.
 */
export function findNvml(
  env: NodeJS.ProcessEnv,
  cache = CACHE,
  folders: readonly string[] = FOLDERS,
): string | null {
  const own = (env['LD_LIBRARY_PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'));
  // Not every C library has this cache: the usual folders are tried.
  const isListed = (): boolean => orNull(() => readFileSync(cache).includes(`${NAME}\0`)) === true;
  const pathIn = (among: readonly string[]): string | undefined =>
    among.map((folder) => join(folder, NAME)).find((path) => existsSync(path));
  return pathIn(own) ?? (isListed() ? NAME : pathIn(folders)) ?? null;
}
