import { MOUNTS } from '../../core/alert-feeds.ts';
import type { Host } from '../../core/host.ts';
import { isImage, isReadOnly } from '../../core/read-only.ts';
import { createShownMounts } from '../sources/mounts.ts';
import { numberIn } from '../sources/sysfs.ts';
import { defineProbe } from './probe.ts';
import { orNull } from '../../core/or-null.ts';

const EXT4 = '/sys/fs/ext4';

/** Local file systems: /proc/self/mounts, and /sys/fs/ext4/<device>/errors_count (Documentation/ABI/testing/sysfs-fs-ext4). */
export const mountsProbe = defineProbe({
  feed: MOUNTS,
  seconds: 15,
  create: (host) => {
    const shownMounts = createShownMounts(host, []);
    return () =>
      shownMounts()
        .filter(({ type, options }) => !isImage(type, isReadOnly(options)))
        .map(({ mountPoint, device, type, options }) => ({
          mountPoint,
          device,
          isReadOnly: isReadOnly(options),
          errors: type === 'ext4' ? numberIn(host, `${EXT4}/${kernelName(host, device)}/errors_count`) : null,
        }));
  },
});

/** `/dev/mapper/root` leads to `../dm-0`. */
function kernelName(host: Host, device: string): string {
  const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  if (!device.startsWith('/dev/mapper/')) return nameIn(device);
  return nameIn(orNull(() => host.readLink(device)) ?? device);
}
