/** Outputs that are repeated at every refresh. */
import type { Clock } from '../../core/host.ts';
import { firstSamples } from './first-samples.ts';
import type { ShownAgent } from './print-source.ts';

export interface Cycles {
  agent: ShownAgent;
  clock: Clock;
  periodMs: number;
  /** Null: without end. */
  stopAfter: number | null;
  /** Plugins that are shown, which keeps them awake. */
  wanted: readonly string[];
  print(): void;
  /** Waits until the reader has taken the output. */
  taken(): Promise<void>;
}

/** Samples that are due at the same time as an output come first. */
const SETTLE_MS = 40;

/**
 * Prints when everything has been sampled, then periodically; ends after `stopAfter` outputs. Waits until the reader has taken the
 * previous one.
 */
export async function runCycles(setup: Cycles): Promise<void> {
  const { agent, clock, periodMs, stopAfter, wanted, print, taken } = setup;
  await firstSamples(agent, clock, wanted);
  let dueAt = clock.monotonic() + SETTLE_MS;
  for (let cycle = 1; ; cycle += 1) {
    await agent.sampler.touch(wanted);
    print();
    await taken();
    if (cycle === stopAfter) return;
    const now = clock.monotonic();
    dueAt += periodMs * Math.max(1, Math.ceil((now - dueAt) / periodMs));
    await new Promise<void>((resolve) => void clock.setTimer(resolve, dueAt - now));
  }
}
