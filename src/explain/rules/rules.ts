/**
 * Rules of verdicts, causes before their effects. Each has a condition and evidence; thresholds are floors below which a machine is
 * not slow.
 */
import { throttled, steal, thermal, processes, kernel, cpu } from './cpu.ts';
import { diskFull, diskSlow, disk, hungMount } from './disk.ts';
import { boot, restarts, stopped, standstill } from './interruptions.ts';
import { oom, memory, leak } from './memory.ts';
import { network } from './network.ts';
import type { Rule } from './rule.ts';

/** In the order of precedence. */
export const RULES: readonly Rule[] = [
  boot,
  oom,
  restarts,
  throttled,
  steal,
  thermal,
  diskFull,
  memory,
  diskSlow,
  disk,
  hungMount,
  network,
  processes,
  kernel,
  cpu,
  leak,
  stopped,
  standstill,
];
