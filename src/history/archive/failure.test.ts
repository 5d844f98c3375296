import { expect, it } from 'vitest';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import type { Disk } from '../../core/files/disk.ts';
import { failureOf } from './failure.ts';

const GANDER = { uid: 995, name: 'gander' };

/** @param owners of the visible files */
const diskOf = (owners: Readonly<Record<string, number>>): Disk => ({
  ...createMemoryDisk(),
  async stat(path) {
    const uid = owners[path];
    if (uid === undefined) throw Object.assign(new Error('none'), { code: 'EACCES' });
    return { size: 0, mtimeMs: 0, dev: 0, ino: 0, uid, gid: 0 };
  },
});

const forbidden = (path: string) => Object.assign(new Error('EACCES'), { code: 'EACCES', path });

it.each([
  [
    'a folder of root',
    '/var/lib/gander/archive',
    '/var/lib/gander/archive/lock',
    { '/var/lib/gander/archive': 0, '/var/lib/gander': 995 },
    '/var/lib/gander/archive belongs to root, and Gander runs as gander; run `chown -R gander: /var/lib/gander`',
  ],
  [
    'a file of root in a folder of the service',
    '/var/lib/gander/archive',
    '/var/lib/gander/archive/head-1.log',
    { '/var/lib/gander/archive/head-1.log': 0, '/var/lib/gander/archive': 995 },
    '/var/lib/gander/archive/head-1.log belongs to root, and Gander runs as gander; run `chown -R gander: /var/lib/gander`',
  ],
  [
    'a state folder of another user',
    '/var/lib/gander/archive/events',
    '/var/lib/gander/archive',
    { '/var/lib/gander': 1000, '/var/lib': 0 },
    '/var/lib/gander belongs to user 1000, and Gander runs as gander; run `chown -R gander: /var/lib/gander`',
  ],
  [
    'a folder of root in which none can be made',
    '/srv/history',
    '/srv/history',
    { '/srv': 0 },
    '/srv belongs to root, and Gander runs as gander; run `install -d -m 700 -o gander /srv/history`',
  ],
  [
    'a folder of its own that forbids it',
    '/srv/history',
    '/srv/history/lock',
    { '/srv/history': 995, '/srv': 0 },
    'this user has no permission to write there',
  ],
])('says who owns %s, and what to do', async (_, path, refused, owners, words) => {
  expect(await failureOf(diskOf(owners), path, forbidden(refused), GANDER)).toEqual({
    state: 'failing',
    reason: `${path} cannot be written: ${words}`,
  });
});

it('names a user without a name by its number', async () => {
  const { reason } = await failureOf(diskOf({ '/state/archive': 0 }), '/state/archive', forbidden('/x'), {
    uid: 65532,
    name: '65532',
  });
  expect(reason).toMatch(/Gander runs as 65532; run `chown -R 65532 \/state\/archive`$/);
});
