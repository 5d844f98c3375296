/** Pools of ZFS and btrfs, from world-readable files, without running a program. */
import type { Host } from '../../core/host.ts';
import type { Level } from '../../core/level-rule.ts';
import type { Pool } from '../../core/pool.ts';
import { defineSource } from '../../core/source.ts';
import { namesLike, numberIn } from './sysfs.ts';
import { createWhose } from './whose.ts';

const ZFS = '/proc/spl/kstat/zfs';
const BTRFS = '/sys/fs/btrfs';

export interface Pools {
  /** Returns the pools of the last read; empty before. */
  latest(): readonly Pool[];
}

export const poolsSource = defineSource<readonly Pool[], Pools>({
  name: 'pools',
  create({ host }) {
    let latest: readonly Pool[] = [];
    // A guest sees those of its host.
    const whose = createWhose(host);
    return {
      latest: () => latest,
      read: () => (latest = whose().isGuest ? [] : [...zfsPools(host), ...btrfsPools(host)]),
    };
  },
});

/** A sentence about a degraded pool. */
export function poolTrouble({ type, name, state, missing, errors }: Pool): string {
  const causes = [
    ...(missing ? [`${missing} of its devices missing`] : []),
    ...(errors ? [`${errors} errors of its devices`] : []),
  ];
  return `${type} pool ${name} is ${state}${causes.length === 0 ? '' : `, ${causes.join(', ')}`}`;
}

const ZFS_LEVELS: Readonly<Record<string, Level>> = { ONLINE: 'OK', DEGRADED: 'WARNING' };

/** /proc/spl/kstat/zfs/<pool>/state, since OpenZFS 0.8; the other files there are no folders. */
function zfsPools(host: Host): Pool[] {
  return namesLike(host, ZFS, /./).flatMap((name): Pool[] => {
    const state = host.readText(`${ZFS}/${name}/state`)?.trim();
    if (!state) return [];
    const level = ZFS_LEVELS[state] ?? 'CRITICAL';
    return [{ type: 'zfs', name, uuid: null, state, devices: null, missing: null, errors: null, level }];
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** /sys/fs/btrfs/<uuid>, mounted file systems only (Documentation: btrfs(5), SYSFS INTERFACE). */
const btrfsPools = (host: Host): Pool[] => namesLike(host, BTRFS, UUID).map((uuid) => btrfsPool(host, uuid));

function btrfsPool(host: Host, uuid: string): Pool {
  const place = `${BTRFS}/${uuid}`;
  // devinfo since Linux 5.6; it also has the devices that are missing, which `devices` has not.
  const ids = namesLike(host, `${place}/devinfo`, /^\d+$/).map((id) => `${place}/devinfo/${id}`);
  const missing = ids.filter((id) => numberIn(host, `${id}/missing`) === 1).length;
  const counted = ids.map((id) => errorsIn(host.readText(`${id}/error_stats`)));
  const errors = counted.every((count) => count === null)
    ? null
    : counted.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return {
    type: 'btrfs',
    name: host.readText(`${place}/label`)?.trim() || uuid,
    uuid,
    state: missing > 0 ? 'DEGRADED' : 'ONLINE',
    devices: ids.length || namesLike(host, `${place}/devices`, /./).length,
    missing,
    errors,
    level: missing > 0 || errors ? 'WARNING' : 'OK',
  };
}

/** `write_errs 0`, `read_errs 0`, `flush_errs 0`, … added up (error_stats, since Linux 5.14). */
function errorsIn(text: string | null): number | null {
  const counts = text?.match(/(?<=^\w+_errs )\d+$/gm);
  return counts ? counts.reduce((sum, count) => sum + Number(count), 0) : null;
}
