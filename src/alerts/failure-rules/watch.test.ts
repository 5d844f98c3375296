import { describe, expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { clockOff } from './clock-off.ts';
import { fsFull } from './fs-full.ts';

const disk = (percent: number) => ({
  fs: [{ mnt_point: '/', device_name: '/dev/sda1', percent, size: 100, free: 100 - percent, options: 'rw' }],
  inodes: [],
});

describe('a reload', () => {
  it('ends the alerts of a kind that it disables, and finds them again when it is enabled', async () => {
    const rig = createKindRig(fsFull);
    await rig.feed(disk(97));
    expect(rig.told()).toEqual(['begin FS_FULL_/']);
    await rig.reload({ fs_full: false });
    expect(rig.told()).toEqual(['end FS_FULL_/']);
    expect(rig.ongoing()).toEqual([]);
    await rig.feed(disk(98), 60);
    expect(rig.told()).toEqual([]);
    await rig.reload({});
    expect(rig.told()).toEqual(['begin FS_FULL_/']);
  });

  it('judges at once with other options, and leaves a kind alone that has the same', async () => {
    const rig = createKindRig(fsFull);
    await rig.feed(disk(92));
    await rig.feed(disk(88));
    expect(rig.told(), 'it ends 3 % below').toEqual(['begin FS_FULL_/']);
    await rig.reload({});
    expect(rig.told()).toEqual([]);
    await rig.reload({ fs_full_margin: 1 });
    expect(rig.told()).toEqual(['end FS_FULL_/']);
  });

  it('keeps the memory of a kind whose options stay', async () => {
    const rig = createKindRig(clockOff);
    await rig.feed({ clock: { isSynchronized: true, offset: 0 } });
    await rig.reload({});
    // An earlier synchronization is known.
    await rig.feed({ clock: { isSynchronized: false, offset: 0 } }, 2);
    await rig.feed({ clock: { isSynchronized: false, offset: 0 } }, 700);
    await rig.feed({ clock: { isSynchronized: false, offset: 0 } });
    expect(rig.told()).toEqual(['begin CLOCK_OFF']);
  });
});
