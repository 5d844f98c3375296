import { describe, expect, it } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { poolsSource, poolTrouble } from './pools.ts';

const UUID = '0b6a1a7e-5d1c-4b2b-9c59-3d2f8a1c7e40';
const btrfs = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`sys/fs/btrfs/${UUID}/${path}`, `${text}\n`]),
  );

const NO_ERRORS = 'write_errs 0\nread_errs 0\nflush_errs 0\ncorruption_errs 0\ngeneration_errs 0';

const poolsIn = (files: Record<string, string>) => {
  const source = poolsSource.create({
    host: createRecordedHost(temporaryTree(files)),
    options: {},
    notice: () => {},
    isWatched: () => true,
  });
  expect(source.latest()).toEqual([]);
  expect(source.latest()).not.toBe(source.read());
  return source.latest();
};

describe('pools of ZFS', () => {
  it.each([
    ['ONLINE', 'OK'],
    ['DEGRADED', 'WARNING'],
    ['FAULTED', 'CRITICAL'],
    ['SUSPENDED', 'CRITICAL'],
  ])('that are %s', (state, level) => {
    expect(
      poolsIn({ 'proc/spl/kstat/zfs/tank/state': `${state}\n`, 'proc/spl/kstat/zfs/arcstats': 'x' }),
    ).toEqual([
      { type: 'zfs', name: 'tank', uuid: null, state, devices: null, missing: null, errors: null, level },
    ]);
  });
});

describe('pools of btrfs', () => {
  it('are told by label, with the errors of all devices', () => {
    const [pool] = poolsIn(
      btrfs({
        label: 'media',
        'devinfo/1/missing': '0',
        'devinfo/1/error_stats': NO_ERRORS,
        'devinfo/2/missing': '0',
        'devinfo/2/error_stats': NO_ERRORS.replace('read_errs 0', 'read_errs 7').replace(
          'n_errs 0',
          'n_errs 5',
        ),
      }),
    );
    expect(pool).toEqual({
      type: 'btrfs',
      name: 'media',
      uuid: UUID,
      state: 'ONLINE',
      devices: 2,
      missing: 0,
      errors: 12,
      level: 'WARNING',
    });
    expect(pool && poolTrouble(pool)).toBe('btrfs pool media is ONLINE, 12 errors of its devices');
  });

  it('are degraded when a device is missing', () => {
    const [pool] = poolsIn(
      btrfs({ label: '', 'devinfo/1/missing': '0', 'devinfo/2/missing': '1', 'devices/sda/size': '1' }),
    );
    expect(pool).toMatchObject({
      name: UUID,
      state: 'DEGRADED',
      devices: 2,
      missing: 1,
      errors: null,
      level: 'WARNING',
    });
    expect(pool && poolTrouble(pool)).toBe(`btrfs pool ${UUID} is DEGRADED, 1 of its devices missing`);
  });

  it('of an older kernel have devices only', () => {
    const [pool] = poolsIn(btrfs({ label: 'old', 'devices/sda/size': '1', 'devices/sdb/size': '1' }));
    expect(pool).toMatchObject({
      name: 'old',
      state: 'ONLINE',
      devices: 2,
      missing: 0,
      errors: null,
      level: 'OK',
    });
  });

  it('are found among other things', () => {
    expect(poolsIn({ 'sys/fs/btrfs/features/raid1c34': '0' })).toEqual([]);
  });
});
