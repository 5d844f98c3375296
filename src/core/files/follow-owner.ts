import { stat, type FileHandle } from 'node:fs/promises';

/**
 * Gives a file that root created to its folder's owner: a service could not read it after root ran a command on its state folder.
 * Never rejects.
 */
export async function followOwner(made: FileHandle, folder: string): Promise<void> {
  if (process.geteuid?.() !== 0) return;
  try {
    const [own, above] = [await made.stat(), await stat(folder)];
    // A second name may have been given to a file of root elsewhere.
    const isNew = own.uid === 0 && (own.isDirectory() || own.nlink === 1);
    if (isNew && above.uid !== 0) await made.chown(above.uid, above.gid);
  } catch {
    // A file system without owners.
  }
}
