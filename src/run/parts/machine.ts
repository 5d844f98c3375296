/** Opens this machine for a mode. */
import { createFileProblems } from '../../core/file-problems.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { idleOptions } from '../cli/idle-options.ts';
import { createServiceManager, type ServiceManager } from '../process/service-manager.ts';
import { openCourse } from './clock-course.ts';
import { compose, type ComposeSetup, type Composition, openHost } from './compose.ts';
import type { OpenedExports } from '../../export/parts/exports.ts';
import { exportPlan } from './export-plan.ts';
import { type Output, outputOf } from './output-setup.ts';
import type { Run } from './run.ts';

export interface Machine extends Composition {
  manager: ServiceManager;
}

/** Opens this machine and its agent, which does not sample yet. Throws `Failure`, `ConfigError` and `UsageError`. */
export async function openMachine(run: Run): Promise<Machine> {
  return managed(run, await compose(setupOf(run)));
}

export function setupOf({ process: { env: environment }, command, log, life }: Run): ComposeSetup {
  const problems = createFileProblems(log);
  log.follow?.(problems.report);
  const { clock, keep } = openCourse(environment, problems);
  if (keepsData(command)) life.atEnd(keep());
  const host = openHost(command, environment, clock);
  life.watch(host);
  life.atEnd(() => host.close());
  return { command, environment, registry: plugins, host, log, problems };
}

/** Servers and exporters delete data by their age. */
const keepsData = ({ values }: Run['command']): boolean =>
  values.webserver || values.server || values.export !== null;

export function managed({ process, log, life }: Run, composition: Composition): Machine {
  const manager = createServiceManager({ environment: process.env, pid: process.pid, log });
  life.onReload(() => manager.during(composition.reloading.reload));
  return { ...composition, manager };
}

/** Like {@link openMachine}, for modes that print: warnings go to standard error. */
export async function openPrintingMachine(run: Run): Promise<Machine & { output: Output }> {
  const machine = await openMachine(run);
  const output = outputOf(run.process, run.command);
  for (const warning of [...machine.configuration.warnings, ...idleOptions(run.command)])
    output.warn(warning);
  return { ...machine, output };
}

/** Starts the exporters of `--export`, until the process ends. Null: none. */
export async function startExports(machine: Machine, run: Run): Promise<OpenedExports | null> {
  const { agent, configuration, exporters, host } = machine;
  if (exporters === null) return null;
  const { openExports } = await import('../../export/parts/exports.ts');
  const exports = openExports(exportPlan(configuration, run.command, exporters), {
    environment: run.process.env,
    host,
    sampling: agent,
    levels: agent.levels,
    events: agent.events,
    log: run.log,
  });
  await exports.start();
  run.life.atEnd(() => exports.stop());
  return exports;
}
