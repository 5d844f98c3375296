/** FS_READONLY: the kernel has stopped writing to a file system. */
import { MOUNTS, type MountHealth } from '../../core/alert-feeds.ts';
import { allRead, defineFailureRule, UNREAD } from '../../core/failure-rule.ts';
import { saying } from '../../core/said.ts';

export const fsReadonly = defineFailureRule({
  name: 'FS_READONLY',
  description:
    'A local file system becomes read-only after errors. Where the file system counts errors (ext4), a remount without new errors raises nothing. The alert ends when the file system is writable again.',
  level: 'CRITICAL',
  plugin: 'fs',
  inputs: { mounts: MOUNTS },
  create() {
    /** Errors when the file system was last seen writable, by mount point. */
    const errorsBefore = new Map<string, number | null>();
    return ({ values: { mounts }, ongoing }) => {
      if (mounts === null) return UNREAD;
      const has = new Set(mounts.map(({ mountPoint }) => mountPoint));
      for (const mountPoint of errorsBefore.keys()) if (!has.has(mountPoint)) errorsBefore.delete(mountPoint);
      const isFailed = ({ mountPoint, errors }: MountHealth): boolean => {
        if (ongoing.has(mountPoint)) return true;
        const before = errorsBefore.get(mountPoint);
        return before !== undefined && (errors === null || errors > (before ?? 0));
      };
      for (const { mountPoint, isReadOnly, errors } of mounts)
        if (!isReadOnly) errorsBefore.set(mountPoint, errors);
      return allRead(
        mounts
          .filter((mount) => mount.isReadOnly && isFailed(mount))
          .map(({ mountPoint, device, errors }) => ({
            subject: mountPoint,
            ...(errors === null
              ? saying('{mount} became read-only.', { mount: mountPoint })
              : saying('{mount} became read-only, with {errors} {errors|error|errors} on {device}.', {
                  mount: mountPoint,
                  errors,
                  device,
                })),
            details: { device, ...(errors !== null && { errors }) },
          })),
      );
    };
  },
});
