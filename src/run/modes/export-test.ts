/** `--export-test`: sends one batch to one target, and reports the outcome. */
import type { ExporterState } from '../../export/metrics/exporters.ts';
import { openExports } from '../../export/parts/exports.ts';
import type { LocalHost } from '../../measure/host/local-host.ts';
import type { Configuration } from '../config/load.ts';
import { Agent } from '../parts/agent.ts';
import { chooseExporters, type ExportChoice } from '../parts/choose-exporters.ts';
import { exportPlan } from '../parts/export-plan.ts';
import type { Log } from '../process/log.ts';
import { openPrinting } from '../parts/local-parts.ts';
import type { Run } from '../parts/run.ts';

/** Resolves with the exit code. */
export async function run(run: Run): Promise<number> {
  const { command, log } = run;
  const { get, configuration, host, output } = await openPrinting(run);
  const environment = run.process.env;
  const test = command.values.export_test ?? '';
  const { exitCode, text } = await sendExportTest({
    command,
    configuration,
    environment,
    host,
    agent: get(Agent),
    log,
    test,
  });
  (exitCode === 0 ? run.print : output.warn)(text);
  return exitCode;
}

interface ExportTest {
  /** Exit code; 0: accepted, 2: turned off. */
  readonly exitCode: 0 | 1 | 2;
  readonly text: string;
}

interface ExportTestSetup extends ExportChoice {
  configuration: Configuration;
  host: LocalHost;
  agent: Agent;
  log: Log;
  test: string;
}

/** Its queue is not touched. */
export async function sendExportTest(setup: ExportTestSetup): Promise<ExportTest> {
  const { agent, command, configuration, environment, host, log, test } = setup;
  const chosen = chooseExporters(setup);
  if (chosen.running.length === 0)
    return { exitCode: 2, text: `The exporter "${test}" is turned off: remove disable=True from [${test}].` };
  const plan = { ...exportPlan(configuration, command, { ...chosen, off: [] }), port: null };
  const { events, levels } = agent;
  const exports = openExports(plan, { environment, host, sampling: agent, levels, events, log });
  await agent.sampler.start();
  await agent.sampler.touch(agent.plugins.map(({ name }) => name));
  await exports.runCycle();
  for (let states = exports.states(); states.some(isUntried); states = exports.states())
    await new Promise<void>((resolve) => void host.clock.setTimer(resolve, 20));
  await exports.drained(10_000);
  const states = exports.states();
  agent.sampler.stop();
  await exports.stop();
  const unconfirmed = new Set(
    chosen.running.filter(({ exporter }) => exporter.confirmsNothing).map(({ name }) => name),
  );
  return {
    exitCode: states.every(isTaken) ? 0 : 1,
    text: states.map((state) => testText(state, unconfirmed.has(state.name))).join('\n'),
  };
}

/** An exporter without values is not tried. */
const isUntried = ({ state, queued_batches: queued }: ExporterState): boolean =>
  state === 'starting' && queued > 0;

export const isTaken = ({ state, dropped_samples: { refused } }: Told): boolean =>
  state === 'ok' && refused === 0;

type Told = Pick<
  ExporterState,
  'name' | 'target' | 'state' | 'reason' | 'last_error' | 'sent_samples' | 'dropped_samples'
>;

/** @param isUnconfirmed the target does not confirm what it accepted */
export function testText(told: Told, isUnconfirmed: boolean): string {
  const { name, target, state, reason, last_error: error, sent_samples: sent } = told;
  const place = `"${name}" (${target})`;
  if (isTaken(told))
    return isUnconfirmed
      ? `${place} was sent ${sent} values, and confirms none: check there that they have arrived.`
      : `${place} took ${sent} values.`;
  if (state === 'ok')
    return `${place} took ${sent} values and refused ${told.dropped_samples.refused}: ${error ?? 'without a reason'}.`;
  return `${place} did not take the values: ${reason ?? 'there is nothing to send'}.`;
}
