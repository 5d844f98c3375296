import { expect, it } from 'vitest';
import { fileSystemOf, sharedFolder, volatileFolder } from './archive-place.ts';

const MOUNTS = Buffer.from(`overlay / overlay rw,relatime 0 0
proc /proc proc rw 0 0
server:/homes /home nfs4 rw,relatime,vers=4.2 0 0
/dev/sdb1 /home/local ext4 rw 0 0
tmpfs /var/lib/gander tmpfs rw 0 0
/dev/sdc1 /var/lib/gander ext4 rw 0 0
//server/share /mnt/with\\040blank cifs rw 0 0
me@host: /mnt/far fuse.sshfs rw 0 0
`);

it.each([
  ['/home/me/.local/state/gander/archive', 'nfs4', true, false],
  ['/home', 'nfs4', true, false],
  ['/homes', 'overlay', false, true],
  ['/home/local/archive', 'ext4', false, false],
  ['/var/lib/gander/archive', 'ext4', false, false],
  ['/mnt/with blank/archive', 'cifs', true, false],
  ['/mnt/far/archive', 'fuse.sshfs', true, false],
  ['/srv', 'overlay', false, true],
])('%s is on %s', (path, type, isShared, isVolatile) => {
  expect(fileSystemOf(path, MOUNTS)).toBe(type);
  const words = `${path} is on a network file system (${type})`;
  expect(sharedFolder(path, MOUNTS)?.startsWith(words) ?? false).toBe(isShared);
  expect(volatileFolder(path, MOUNTS) !== null).toBe(isVolatile);
});

it('is not known where the kernel does not tell', () => {
  expect([fileSystemOf('/', Buffer.from('')), sharedFolder('/', Buffer.from(''))]).toEqual([null, null]);
});
