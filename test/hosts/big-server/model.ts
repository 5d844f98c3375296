/** The two recorded moments of the big server. */
export type Step = 1 | 2;

export const STEPS: readonly Step[] = [1, 2];
export const CORES = 64;
export const PAGE_KB = 4;
/** 1 January 2026, 00:00 UTC. */
export const FIRST_STEP_AT = Date.UTC(2026, 0, 1);
export const STEP_MS = 2000;
/** 42 days. */
export const UPTIME_SECONDS = 3_628_800;
export const TICKS_PER_SECOND = 100;
export const KERNEL_RELEASE = '6.12.43-amd64';
export const MEMORY_KB = 528_280_124;

/** A cumulative counter: its value at step 1, plus `increase` at step 2. */
export function counted(step: Step, first: number, increase: number): number {
  return step === 1 ? first : first + increase;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** `count` numbers from `first`. */
export function range(count: number, first = 0): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
