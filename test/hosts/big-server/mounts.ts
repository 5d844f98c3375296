import { json, utf8 } from '../../../scripts/support/tree.ts';
import type { Tree } from '../../../scripts/support/tree.ts';
import type { Step } from './model.ts';
import { counted } from './model.ts';

interface Mount {
  device: string;
  point: string;
  type: string;
  options: string;
  /** Capacity in GiB and the percentage in use; none for a mount that does not answer. */
  size?: [gib: number, usedPercent: number];
  /** GiB that only root may use. */
  reserved?: number;
}

const BLOCK_SIZE = 4096;
const BLOCKS_PER_GIB = 2 ** 30 / BLOCK_SIZE;

const MOUNTS: Mount[] = [
  { device: 'sysfs', point: '/sys', type: 'sysfs', options: 'rw,nosuid,nodev,noexec,relatime', size: [0, 0] },
  { device: 'proc', point: '/proc', type: 'proc', options: 'rw,nosuid,nodev,noexec,relatime', size: [0, 0] },
  {
    device: 'udev',
    point: '/dev',
    type: 'devtmpfs',
    options: 'rw,nosuid,relatime,size=264126464k,mode=755',
    size: [251, 0],
  },
  {
    device: 'tmpfs',
    point: '/run',
    type: 'tmpfs',
    options: 'rw,nosuid,nodev,size=52828016k,mode=755',
    size: [50, 1],
  },
  {
    device: '/dev/mapper/vg0-root',
    point: '/',
    type: 'ext4',
    options: 'rw,relatime,errors=remount-ro',
    size: [200, 45],
    reserved: 10,
  },
  { device: 'tmpfs', point: '/dev/shm', type: 'tmpfs', options: 'rw,nosuid,nodev', size: [252, 2] },
  {
    device: 'cgroup2',
    point: '/sys/fs/cgroup',
    type: 'cgroup2',
    options: 'rw,nosuid,nodev,noexec,relatime',
    size: [0, 0],
  },
  { device: '/dev/sda1', point: '/boot', type: 'ext4', options: 'rw,relatime', size: [2, 30] },
  {
    device: '/dev/nvme0n1p1',
    point: '/boot/efi',
    type: 'vfat',
    options: 'rw,relatime,fmask=0077,utf8',
    size: [1, 5],
  },
  {
    device: '/dev/nvme0n1p3',
    point: '/var/lib/data',
    type: 'xfs',
    options: 'rw,noatime,attr2,inode64,logbufs=8',
    size: [3500, 71],
  },
  {
    device: '/dev/mapper/vg0-home',
    point: '/home',
    type: 'xfs',
    options: 'rw,relatime,attr2,inode64',
    size: [1000, 91],
  },
  { device: 'tank', point: '/tank', type: 'zfs', options: 'rw,relatime,xattr,noacl', size: [90_000, 50] },
  {
    device: 'tank/backup',
    point: '/tank/backup',
    type: 'zfs',
    options: 'rw,relatime,xattr,noacl',
    size: [60_000, 25],
  },
  {
    device: '192.0.2.50:/export/media',
    point: '/mnt/media',
    type: 'nfs4',
    options: 'rw,relatime,vers=4.2,hard,proto=tcp,addr=192.0.2.50',
    size: [20_000, 60],
  },
  {
    device: '192.0.2.51:/export/gone',
    point: '/mnt/gone',
    type: 'nfs4',
    options: 'rw,relatime,vers=4.2,hard,proto=tcp,addr=192.0.2.51',
  },
  { device: '/dev/md0', point: '/srv/with blank', type: 'ext4', options: 'rw,relatime', size: [500, 10] },
  { device: '/dev/sdb1', point: '/srv/with\ttab', type: 'ext4', options: 'rw,relatime', size: [50, 20] },
  { device: '/dev/sdb2', point: '/srv/Größe-数据', type: 'ext4', options: 'rw,relatime', size: [80, 55] },
  { device: '/dev/sdb3', point: '/srv/back\\slash', type: 'ext4', options: 'rw,relatime', size: [40, 0] },
  {
    device: '/dev/loop0',
    point: '/snap/core22/1122',
    type: 'squashfs',
    options: 'ro,nodev,relatime,errors=continue',
    size: [1, 100],
  },
  { device: '/dev/loop1', point: '/media/archive', type: 'ext4', options: 'ro,relatime', size: [4, 95] },
  {
    device: '/dev/mapper/vg0-home',
    point: '/srv/bind',
    type: 'xfs',
    options: 'rw,relatime,attr2,inode64',
    size: [1000, 91],
  },
  {
    device: '/dev/mapper/vg0-root',
    point: '/var/lib/chroot/etc',
    type: 'ext4',
    options: 'ro,relatime,errors=remount-ro',
    size: [200, 45],
    reserved: 10,
  },
  {
    device: 'overlay',
    point: '/var/lib/docker/overlay2/0a1b2c3d/merged',
    type: 'overlay',
    options: 'rw,relatime,lowerdir=/l/A:/l/B,upperdir=/u,workdir=/w',
    size: [200, 45],
    reserved: 10,
  },
];

const WITH_DEVICE = ['ext3', 'ext2', 'ext4', 'squashfs', 'vfat', 'fuseblk', 'xfs', 'btrfs'];
const WITHOUT_DEVICE = [
  'sysfs',
  'tmpfs',
  'bdev',
  'proc',
  'cgroup',
  'cgroup2',
  'devtmpfs',
  'debugfs',
  'devpts',
  'overlay',
  'nfs',
  'nfs4',
  'zfs',
];

/** Mount table, `/proc/filesystems` and statfs.json. */
export function composeMounts(step: Step): Tree {
  const table = MOUNTS.map(composeLine).join('');
  const known = [
    ...WITHOUT_DEVICE.map((type) => `nodev\t${type}\n`),
    ...WITH_DEVICE.map((type) => `\t${type}\n`),
  ];
  const capacities = MOUNTS.flatMap((mount) => (mount.size ? [[mount.point, capacityOf(step, mount)]] : []));
  return new Map([
    ['proc/mounts', table],
    ['proc/self/mounts', table],
    ['proc/filesystems', known.join('')],
    ['statfs.json', json(Object.fromEntries(capacities))],
  ]);
}

/** fs/proc_namespace.c writes blank, tab, newline and backslash as octal numbers; other bytes stay. */
function composeLine({ device, point, type, options }: Mount): string {
  const escaped = utf8(point).replace(
    /[ \t\n\\]/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return `${device} ${escaped} ${type} ${options} 0 0\n`;
}

/** `/var/lib/data` grows by 1 GiB between the steps. */
function capacityOf(step: Step, { point, size: [gib, used] = [0, 0], reserved = 0 }: Mount): object {
  const growth = point === '/var/lib/data' ? counted(step, 0, BLOCKS_PER_GIB) : 0;
  const blocks = gib * BLOCKS_PER_GIB;
  const blocksFree = Math.round((blocks * (100 - used)) / 100) - growth;
  return {
    blockSize: BLOCK_SIZE,
    blocks,
    blocksFree,
    blocksAvailable: blocksFree - reserved * BLOCKS_PER_GIB,
  };
}
