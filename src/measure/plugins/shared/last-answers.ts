/** Items of file systems; hanging ones keep their last values. */
import { staleCopy } from '../../../core/stale.ts';
import type { MountedFileSystem } from '../../sources/file-systems.ts';

/** @param itemOf null: there is nothing to show of it now */
export function createLastAnswers<Item extends object>(itemOf: (one: MountedFileSystem) => Item | null) {
  /** By mount point, as they were when they answered. */
  let last = new Map<string, Item>();
  return (fileSystems: readonly MountedFileSystem[]): Item[] => {
    const known = new Map<string, Item>();
    const shown = fileSystems.flatMap((one) => {
      const { mountPoint } = one.mount;
      const isSilent = one.capacity === null;
      const item = isSilent ? last.get(mountPoint) : itemOf(one);
      if (item === undefined || item === null) return [];
      known.set(mountPoint, item);
      return [isSilent ? staleCopy(item) : { ...item }];
    });
    last = known;
    return shown;
  };
}
