import type { Host } from '../../core/host.ts';
import { defineSource } from '../../core/source.ts';
import { parseCpuinfo } from '../linux/cpuinfo.ts';
import { namesIn } from './sysfs.ts';

interface CpuModel {
  /** As the kernel or the vendor calls it. */
  name: string;
  /** Mean over the cores, now; null when unknown. */
  currentHz: number | null;
  /** Mean of the highest speeds allowed; null when unknown. */
  maximumHz: number | null;
}

const CPUFREQ_FOLDER = '/sys/devices/system/cpu/cpufreq';
/** Asking for speeds interrupts every core, so it is not done at each sample. */
const REREAD_MS = 4000;
/** Cores with their own speed and their maximum, one file per core; changes rarely. */
const LIMITS_REREAD_MS = 30_000;

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

function policies(host: Host): string[] {
  return namesIn(host, CPUFREQ_FOLDER).filter((name) => name.startsWith('policy'));
}

/** Mean of a cpufreq file over all policies; the kernel counts in kHz. */
function meanOf(host: Host, names: readonly string[], file: string): number | null {
  const paths = names.map((name) => `${CPUFREQ_FOLDER}/${name}/${file}`);
  host.expect?.(paths);
  const values = paths.map((path) => Number(host.readText(path) ?? Number.NaN) * 1000);
  return mean(values.filter((value) => value > 0));
}

interface Limits {
  readonly names: readonly string[];
  readonly maximumHz: number | null;
}

function readLimits(host: Host): Limits {
  const names = policies(host);
  return { names, maximumHz: meanOf(host, names, 'scaling_max_freq') };
}

function readModel(host: Host, { names, maximumHz }: Limits): CpuModel {
  const info = parseCpuinfo(host.read('/proc/cpuinfo'));
  const reported = mean(info.mhz.map((mhz) => mhz * 1e6));
  const isComplete = names.length <= info.mhz.length;
  return {
    name: info.name ?? `CPU ${host.machine}`,
    currentHz: (isComplete ? reported : null) ?? meanOf(host, names, 'scaling_cur_freq') ?? reported,
    maximumHz,
  };
}

/** Name and speed of the processor: /proc/cpuinfo, and /sys/devices/system/cpu/cpufreq if present. */
export const cpuModelSource = defineSource<CpuModel>({
  name: 'cpu-model',
  create({ host }) {
    let model: CpuModel | null = null;
    let readAt = 0;
    let limits: Limits | null = null;
    let limitsAt = 0;
    return {
      read() {
        const now = host.clock.monotonic();
        if (model !== null && now - readAt < REREAD_MS) return model;
        if (limits === null || now - limitsAt >= LIMITS_REREAD_MS) {
          limits = readLimits(host);
          limitsAt = now;
        }
        model = readModel(host, limits);
        readAt = now;
        return model;
      },
    };
  },
});
