import type { Reason } from '../../../core/said.ts';
import type { Host } from '../../../core/host.ts';
import type { DrmUse } from '../../linux/drm-fdinfo.ts';
import { growth } from '../../../core/rates.ts';
import { roundedPercent } from '../../linux/round.ts';
import type { Gpu } from './card.ts';
import type { DrmCard } from './drm-cards.ts';
import { createDrmUses } from './drm-uses.ts';
import { meanTemperature } from '../sysfs.ts';

/** Drivers of GPUs in ARM processors, with their hardware. */
const NAMES: Readonly<Record<string, string>> = {
  msm: 'Adreno (msm)',
  panfrost: 'Mali (Panfrost)',
  panthor: 'Mali (Panthor)',
  v3d: 'VideoCore (v3d)',
  lima: 'Mali (Lima)',
  etnaviv: 'Vivante (Etnaviv)',
};

/** Drivers that count time only while their switch `profiling` is on, and the value that switches it on. */
const PROFILING: Readonly<Record<string, number>> = { panfrost: 1, panthor: 3 };

export const ARM_DRIVERS: readonly string[] = Object.keys(NAMES);

export const isArm = ({ driver }: DrmCard): boolean => driver !== null && Object.hasOwn(NAMES, driver);

interface ArmReader {
  /** Cards in the order given; `proc` is known from the second time on. */
  read(cards: readonly DrmCard[]): Promise<Gpu[]>;
}

type Notice = (topic: string, reason: Reason | null) => void;
/** Engine time by open file at one moment. */
interface Times {
  at: number;
  engines: Map<string, number>;
}

/** Cards whose usage is known per process (Documentation/gpu/drm-usage-stats.rst). */
export function createArmReader(host: Host, notice: Notice): ArmReader {
  const drmUses = createDrmUses(host);
  let before = new Map<string, Times>();

  const percent = (card: DrmCard, uses: ReadonlyMap<string, DrmUse>): [number | null, Times] => {
    const now: Times = { at: host.clock.monotonic(), engines: enginesOf(uses) };
    const last = before.get(card.name);
    const counts = uses.size === 0 || now.engines.size > 0;
    return [last && counts ? busyPercent(last, now) : null, now];
  };

  return {
    async read(cards) {
      const { uses, hidden } = await drmUses.read();
      notice('gpu-processes', hidden ? HIDDEN : null);
      const after = new Map<string, Times>();
      const gpus = cards.map((card, index) => {
        const own = new Map([...uses].filter(([, use]) => cardOf(use, cards) === card));
        const [proc, times] = percent(card, own);
        after.set(card.name, times);
        return armGpu(host, card, `arm${index}`, proc, own);
      });
      before = after;
      notice('gpu-profiling', cards.map((card) => profilingOff(host, card)).find(Boolean) ?? null);
      return gpus;
    },
  };
}

const HIDDEN =
  'of ARM GPUs only the use by processes of this user is seen: run the agent as root to see that by all';

function armGpu(
  host: Host,
  card: DrmCard,
  id: string,
  proc: number | null,
  uses: ReadonlyMap<string, DrmUse>,
): Gpu {
  const sum = (amount: 'residentBytes' | 'totalBytes'): number =>
    [...uses.values()].reduce((total, use) => total + use[amount], 0);
  return {
    id,
    name: NAMES[card.driver ?? ''] ?? 'ARM GPU',
    proc,
    mem: roundedPercent(sum('residentBytes'), sum('totalBytes')),
    temperature: meanTemperature(host, `${card.path}/device`),
    fanSpeed: null,
  };
}

/** By device address; if unknown, the driver's only card. */
function cardOf({ driver, device }: DrmUse, cards: readonly DrmCard[]): DrmCard | null {
  const byAddress = cards.find((card) => card.device !== null && card.device === device);
  if (byAddress) return byAddress;
  const [only, second] = cards.filter((card) => card.driver === driver);
  return only !== undefined && second === undefined ? only : null;
}

function enginesOf(uses: ReadonlyMap<string, DrmUse>): Map<string, number> {
  const engines = new Map<string, number>();
  for (const [file, { engineNs }] of uses) if (engineNs !== null) engines.set(file, engineNs);
  return engines;
}

/** Nanoseconds of the engines of a file, which work at the same time. */
const ENGINE = { wrap: Number.POSITIVE_INFINITY, fastest: 20e9, most: 20e9 };

/** Files that were not known before do not count: their time may be that of an hour. */
function busyPercent(last: Times, now: Times): number | null {
  const seconds = (now.at - last.at) / 1000;
  let busyNs = 0;
  for (const [file, engineNs] of now.engines)
    busyNs += growth(last.engines.get(file) ?? engineNs, engineNs, seconds, ENGINE) ?? 0;
  return roundedPercent(busyNs, (now.at - last.at) * 1e6);
}

function profilingOff(host: Host, { path, driver }: DrmCard): string | null {
  const value = PROFILING[driver ?? ''];
  const file = `${path}/device/profiling`;
  if (value === undefined || host.readText(file)?.trim() !== '0') return null;
  return `${driver} does not count how busy it is: switch it on as root with echo ${value} > ${file}`;
}
