import { statfs } from 'node:fs/promises';

/** Room of the disk that holds a path, in bytes: what a user without privileges may still take, and all of it. */
export async function diskRoom(path: string): Promise<{ free: number; total: number }> {
  const { bsize, bavail, blocks } = await statfs(path);
  return { free: bavail * bsize, total: blocks * bsize };
}
