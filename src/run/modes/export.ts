/** `--export` without a terminal: sends values until a signal or `--stop-after` stops it. */
import type { Clock } from '../../core/host.ts';
import { EXIT_FAILURE } from '../../core/errors.ts';
import type { ExporterState } from '../../export/metrics/exporters.ts';
import { isTaken, testText } from './export-test.ts';
import { pushedNumbers } from '../../measure/own/pushed.ts';
import { optional } from '../../core/parts/service.ts';
import { OpenedExports } from '../../export/parts/exporters-part.ts';
import { Agent } from '../parts/agent.ts';
import { type OpenedPrinting, openPrinting } from '../parts/local-parts.ts';
import { refreshOf } from '../parts/output-setup.ts';
import type { Run } from '../parts/run.ts';

/** Time at the end to send queued batches. */
const LAST_SEND_MS = 5000;

/** Resolves with the exit code: 1 if an exporter delivered nothing. */
export async function run(run: Run): Promise<number> {
  const printing = await openPrinting(run);
  const { get, configuration, host } = printing;
  const { sampler } = get(Agent);
  sampler.instance(pushedNumbers).receive();
  await sampler.start();
  const refresh = refreshOf(run.command, configuration);
  const { stop_after: cycles } = run.command.values;
  await (cycles === null
    ? run.life.stopped
    : Promise.race([allCycles(host.clock, refresh, cycles), run.life.stopped]));
  const status = await endExports(printing);
  sampler.stop();
  return status;
}

/** Waits for the last batches, and warns of those that were not delivered, and are lost. Resolves with the exit code. */
export async function endExports({ get, output }: OpenedPrinting): Promise<number> {
  const exports = get(optional(OpenedExports));
  await exports?.drained(LAST_SEND_MS);
  const problems = (exports?.states() ?? []).flatMap((state) => undelivered(state) ?? []);
  for (const problem of problems) output.warn(problem);
  return problems.length === 0 ? 0 : EXIT_FAILURE;
}

/** Why an exporter delivered nothing, or its last values not; null: it delivered all. */
export function undelivered(state: ExporterState): string | null {
  if (state.state === 'off' || isTaken(state)) return null;
  if (state.last_try !== null || state.state !== 'starting') return testText(state, false);
  return `"${state.name}" (${state.target}) sent nothing: it sends every ${state.interval} s. Name more cycles with --stop-after.`;
}

/** Batches are sent at multiples of the interval: the last one is complete a moment later. */
const allCycles = (clock: Clock, refresh: number, cycles: number): Promise<void> =>
  new Promise((resolve) => void clock.setTimer(resolve, (cycles * refresh + 0.5) * 1000));
