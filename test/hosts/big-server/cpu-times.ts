import { CORES, FIRST_STEP_AT, TICKS_PER_SECOND, UPTIME_SECONDS, counted, range, sum } from './model.ts';
import type { Step } from './model.ts';
import { createRandom } from './random.ts';
import { interruptTotals } from './interrupts.ts';

/**
 * Ticks (200 in all) that the cores 0, 1, 2 and 3 of every four spend between the steps: user nice system idle iowait
 * irq softirq steal guest guest_nice. Guest time is contained in user, guest_nice in nice. Over all cores that is
 * user 25 %, nice 1.25 %, system 4.25 %, idle 67.5 %, iowait 1 %, steal 0.5 %, guest 2.5 %.
 */
export const CORE_INCREASES = [
  [120, 0, 20, 50, 8, 1, 1, 0, 20, 0],
  [60, 10, 10, 118, 0, 0, 2, 0, 0, 2],
  [20, 0, 4, 176, 0, 0, 0, 0, 0, 0],
  [0, 0, 0, 196, 0, 0, 0, 4, 0, 0],
];

/** `/proc/stat` (proc_stat(5)); its `cpu` line is the sum of the others. */
export function composeStat(step: Step, running: number, blocked: number): string {
  const cores = composeCores(step);
  const all = range(10).map((column) => sum(cores.map((core) => core[column] ?? 0)));
  const softirqs = composeSoftirqs(step);
  return [
    `cpu  ${all.join(' ')}`,
    ...cores.map((core, index) => `cpu${index} ${core.join(' ')}`),
    `intr ${interruptTotals(step).join(' ')}`,
    `ctxt ${counted(step, 98_765_432_100, 100_000)}`,
    `btime ${FIRST_STEP_AT / 1000 - UPTIME_SECONDS}`,
    `processes ${counted(step, 4_812_345, 24)}`,
    `procs_running ${running}`,
    `procs_blocked ${blocked}`,
    `softirq ${sum(softirqs)} ${softirqs.join(' ')}`,
    '',
  ].join('\n');
}

/** `/proc/uptime`: seconds since boot, and idle seconds summed over the cores. */
export function composeUptime(step: Step): string {
  const idle = sum(composeCores(step).map((core) => core[3] ?? 0)) / TICKS_PER_SECOND;
  return `${counted(step, UPTIME_SECONDS, 2).toFixed(2)} ${idle.toFixed(2)}\n`;
}

function composeCores(step: Step): number[][] {
  const random = createRandom(1);
  return range(CORES).map((core) => {
    const first = firstTicks(random.integer(1, 9));
    const increase = CORE_INCREASES[core % 4] ?? [];
    return first.map((ticks, column) => counted(step, ticks, increase[column] ?? 0));
  });
}

/** Ticks since boot of a core whose user share is about `load` tenths; the rest of the uptime it idled. */
function firstTicks(load: number): number[] {
  const total = UPTIME_SECONDS * TICKS_PER_SECOND;
  const user = Math.floor((total * load) / 20);
  const busy = [user, 120_000, Math.floor(user / 6)];
  const waits = [240_000, 1_500, 90_000, 36_000];
  return [...busy, total - sum(busy) - sum(waits), ...waits, Math.floor(user / 10), 12_000];
}

/** HI TIMER NET_TX NET_RX BLOCK IRQ_POLL TASKLET SCHED HRTIMER RCU; together 40,000 more at step 2. */
function composeSoftirqs(step: Step): number[] {
  const first = [
    12, 3_412_345_678, 1_234_567, 2_345_678_901, 345_678_901, 0, 456_789, 4_567_890_123, 7_890, 5_678_901,
  ];
  const increases = [0, 12_000, 100, 9_000, 2_900, 0, 0, 10_000, 0, 6_000];
  return first.map((value, index) => counted(step, value, increases[index] ?? 0));
}
