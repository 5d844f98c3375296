import type { Clock } from '../../core/host.ts';
import type { ShownAgent } from './print-source.ts';

/** A plugin that takes longer is shown without a value. */
const TIMEOUT_MS = 5000;
const POLL_MS = 20;

/** Starts sampling, and waits until these plugins have a value, or are known not to get one. */
export async function firstSamples(
  agent: ShownAgent,
  clock: Clock,
  wanted: readonly string[],
): Promise<void> {
  const { sampler, store } = agent;
  const isMissing = (): boolean =>
    sampler
      .states()
      .some(
        ({ name, state }) =>
          wanted.includes(name) && (state === 'ok' || state === 'paused') && store.latest(name).time === null,
      );
  // Sampling has not started: there is nothing to wait for.
  void sampler.touch(wanted);
  await sampler.start();
  const deadline = clock.monotonic() + TIMEOUT_MS;
  while (isMissing() && clock.monotonic() < deadline)
    await new Promise<void>((resolve) => void clock.setTimer(resolve, POLL_MS));
}
