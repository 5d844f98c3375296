import type { FileSystemCapacity, Host } from '../../../core/host.ts';
import { isReadOnly } from '../../../core/read-only.ts';
import { type Mount, parseMounts } from '../../../measure/linux/mounts.ts';
import type { Collector, Put } from '../collector.ts';
import { whileSame } from '../while-same.ts';

const HIDDEN_TYPES = new Set(
  (
    'autofs binfmt_misc bpf cgroup cgroup2 configfs debugfs devpts devtmpfs fusectl hugetlbfs iso9660 mqueue nsfs overlay ' +
    'proc procfs pstore rpc_pipefs securityfs selinuxfs squashfs sysfs tracefs'
  ).split(' '),
);
const HIDDEN_MOUNTS =
  /^\/(?:dev|proc|run|sys|mnt|media|var\/lib\/docker\/.+|var\/lib\/containers\/storage\/.+)(?:$|\/)/;
/** Longest wait of a scrape for a hanging mount. */
const TIMEOUT_MS = 2000;
/** Types of file systems that depend on a server or a program. */
const REMOTE = /^(?:nfs|cifs|smb|fuse|ceph|gluster|9p|afs|lustre|beegfs)/;

/** Space and inodes of mounted file systems. */
export const filesystem: Collector = {
  name: 'filesystem',
  async collect(host, put, kept) {
    const shown = kept('mounts', () => whileSame(shownMounts));
    const mounts = shown(host.read('/proc/self/mounts'));
    const capacities = await Promise.all(mounts.map((mount) => ask(host, mount)));
    for (const [at, mount] of mounts.entries()) putMount(mount, capacities[at] ?? null, put);
  },
};

/** Each mount point once: the last mount is the visible one. */
function shownMounts(bytes: Uint8Array): Mount[] {
  const mounts = parseMounts(bytes).filter(
    ({ type, path }) => !HIDDEN_TYPES.has(type) && !HIDDEN_MOUNTS.test(path),
  );
  return [...new Map(mounts.map((mount) => [mount.path, mount])).values()];
}

/** Null: it did not answer. */
function ask(host: Host, { device, type, path }: Mount): Promise<FileSystemCapacity | null> {
  return host.statfs(path, TIMEOUT_MS, { device, isLocal: !REMOTE.test(type) }).catch(() => null);
}

function putMount(mount: Mount, capacity: FileSystemCapacity | null, put: Put): void {
  const labels = [
    ['device', mount.device],
    ['fstype', mount.type],
    ['mountpoint', mount.path],
  ] as const;
  const error = 'The file system could not be asked.';
  put('node_filesystem_device_error', error, Number(capacity === null), ...labels);
  if (capacity === null) return;
  const { blockSize, blocks, blocksFree, blocksAvailable, files, filesFree } = capacity;
  put('node_filesystem_size_bytes', 'Size.', blocks * blockSize, ...labels);
  put('node_filesystem_free_bytes', 'Space not in use.', blocksFree * blockSize, ...labels);
  put('node_filesystem_avail_bytes', 'Space available to users.', blocksAvailable * blockSize, ...labels);
  put('node_filesystem_files', 'Inodes.', files, ...labels);
  put('node_filesystem_files_free', 'Inodes not in use.', filesFree, ...labels);
  put('node_filesystem_readonly', 'Mounted read-only.', Number(isReadOnly(mount.options)), ...labels);
}
