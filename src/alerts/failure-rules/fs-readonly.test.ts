import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { fsReadonly } from './fs-readonly.ts';

const mount = (isReadOnly: boolean, errors: number | null = 0) => ({
  mounts: [{ mountPoint: '/data', device: '/dev/sdb1', isReadOnly, errors }],
});

testKind(fsReadonly, {
  fine: mount(false),
  raise: [mount(true, 3)],
  is: ['FS_READONLY_/DATA', 'CRITICAL', '/data became read-only, with 3 errors on /dev/sdb1.'],
  clear: [mount(false, 3)],
  gone: [{ mounts: [] }],
  unreadable: [{ mounts: null }],
  isChange: true,
});

it('is no remount by an administrator, where errors are counted', async () => {
  const rig = createKindRig(fsReadonly);
  await rig.feed(mount(false, 2));
  await rig.feed(mount(true, 2));
  expect(rig.told()).toEqual([]);
  await rig.feed(mount(false, null));
  await rig.feed(mount(true, null));
  expect(rig.told()).toEqual(['begin FS_READONLY_/DATA']);
});
