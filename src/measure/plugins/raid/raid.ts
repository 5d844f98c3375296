import type { Phrase } from '../../../core/phrase.ts';
import { say } from '../../../core/said.ts';
import { mapOf, object, type Reading, text } from '../../../core/fields.ts';
import type { Served } from '../../../core/served.ts';
import type { Level } from '../../../core/level-rule.ts';
import type { Host } from '../../../core/host.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { decode } from '../../linux/bytes.ts';
import { type MdActivity, type MdArray, parseMdstat } from '../../linux/mdstat.ts';
import { poolsSource, poolTrouble } from '../../sources/pools.ts';
import { whoseSource } from '../../sources/whose.ts';

/** Counts are texts on the wire. Null: not known. */
const missingDevices = ({ available, used }: Served): number | null =>
  typeof available === 'string' && typeof used === 'string' ? Number(available) - Number(used) : null;

function stateOf(array: Served): Level {
  if (array['status'] !== 'active') return 'CRITICAL';
  if (array['type'] === 'raid0') return 'OK';
  const missing = missingDevices(array);
  if (missing === null) return 'DEFAULT';
  return missing > 0 ? 'CRITICAL' : 'OK';
}

const members = {
  status: text('State of the array: active or inactive.', { metric: { words: ['active', 'inactive'] } }),
  type: text('Level of the array, such as raid1.', { nullWhen: 'the kernel states no level' }),
  components: mapOf(null, 'Role numbers of its devices, by their names.', text('Role number.')),
  available: text('Number of devices that it should have.', {
    nullWhen: 'it has no redundancy',
    metric: { name: 'devices' },
  }),
  used: text('Number of its working devices.', {
    nullWhen: 'it has no redundancy',
    metric: { name: 'devices_working' },
  }),
  config: text('Its devices in order: U works, _ is missing.', { nullWhen: 'it has no redundancy' }),
};

const others = object(null, 'An array, by its name.', members, {
  level: { header: '', compared: { value: missingDevices }, state: stateOf },
});

const servedArray = (array: MdArray): Reading<typeof members> => ({
  status: array.status,
  type: array.level,
  components: array.components,
  available: array.expected,
  used: array.working,
  config: array.config,
});

/** Describes the operation for the state of the plugin; the published shape has no place for it. */
function activityText(name: string, { kind, percent, minutesLeft, speed }: MdActivity): string {
  if (percent === null) return `${name}: ${kind} waits its turn`;
  const rest = minutesLeft === null ? '' : `, about ${Math.ceil(minutesLeft)} min left`;
  const pace = speed === null ? '' : ` at ${Math.round(speed / 1024)} MiB/s`;
  return `${name}: ${kind} ${percent} % done${rest}${pace}`;
}

/**
 * Software RAID arrays: /proc/mdstat. Degraded and inactive arrays are critical, as is RAID_DEGRADED. ZFS and btrfs pools are read
 * as well, for /api/pools; unhealthy ones also appear in this plugin's reason.
 */
export default definePlugin({
  name: 'raid',
  shape: 'object',
  description: 'Arrays of software RAID.',
  fields: {},
  others,
  create: ({ host, use, notice }) => {
    const readPools = use(poolsSource);
    const whose = use(whoseSource);
    return {
      read() {
        if (whose().isGuest) throw new Unsupported(say(OF_HOST));
        const pools = readPools();
        const troubles = pools.filter(({ level }) => level !== 'OK').map(poolTrouble);
        notice('pools', troubles.length === 0 ? null : troubles.join('; '));
        const bytes = readMdstat(host, pools.length > 0);
        notice('format', isUnraid(bytes) ? say(UNRAID) : null);
        const arrays = withoutEmptyBays(host, parseMdstat(bytes)).filter(({ isContainer }) => !isContainer);
        const activities = arrays.flatMap(({ name, activity }) =>
          activity ? activityText(name, activity) : [],
        );
        notice('activity', activities.length === 0 ? null : activities.join('; '));
        return Object.fromEntries(arrays.map((array) => [array.name, servedArray(array)]));
      },
    };
  },
});

const NOTHING: Phrase =
  'no software RAID: /proc/mdstat does not exist, since the kernel has not loaded md (modprobe md_mod loads it); there are no pools of ZFS or btrfs either, and arrays of RAID controllers show nowhere';

const OF_HOST: Phrase =
  'the arrays and pools that this LXC guest sees are those of its host: run the agent on the host to watch them';

/** Unraid's own md driver writes `name=value`. */
const isUnraid = (bytes: Uint8Array): boolean => /^(?:sbName|mdVersion|mdState)=/m.test(decode(bytes));
const UNRAID: Phrase =
  '/proc/mdstat has the format of Unraid, whose array is no software RAID of Linux: its own page shows its state';

const DSM = '/proc/sys/kernel/syno_hw_version';
const DSM_SYSTEM = new Set(['md0', 'md1']);
const EMPTY_BAYS = /^U+_+$/;

/** DSM of Synology gives the arrays of its system a place for each bay of the largest model: the last ones are no missing devices. */
function withoutEmptyBays(host: Host, arrays: MdArray[]): MdArray[] {
  const isSparse = ({ name, config, failed }: MdArray): boolean =>
    DSM_SYSTEM.has(name) && failed === 0 && EMPTY_BAYS.test(config ?? '');
  if (!arrays.some(isSparse) || host.readText(DSM) === null) return arrays;
  return arrays.map((array) => (isSparse(array) ? { ...array, expected: array.working } : array));
}

const EMPTY = new Uint8Array();

/** Pools alone make the plugin useful, without an array. */
function readMdstat(host: Host, hasPools: boolean): Uint8Array {
  try {
    return host.read('/proc/mdstat');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (hasPools) return EMPTY;
    throw new Unsupported(say(NOTHING));
  }
}
