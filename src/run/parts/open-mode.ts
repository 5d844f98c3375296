/** Opens the parts of a mode that watches this machine. */
import { Environment, HostClock, LogWriter, PlannedStop, WatchedHost } from '../../core/base-services.ts';
import { explain } from '../../core/explain.ts';
import { createFileProblems, FileProblems } from '../../core/file-problems.ts';
import { openParts, type Running } from '../../core/parts/open.ts';
import type { Part } from '../../core/parts/part.ts';
import { type Given, give } from '../../core/parts/service.ts';
import type { Host } from '../../core/host.ts';
import type { LocalHost } from '../../measure/host/local-host.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { CommandLine } from '../cli/parse.ts';
import { createServiceManager, type ServiceManager } from '../process/service-manager.ts';
import { openCourse } from './clock-course.ts';
import { BuiltInPlugins } from './configuration-reader.ts';
import { openHost } from './open-host.ts';
import { Reloading } from './reload.ts';
import type { Run } from './run.ts';

export interface OpenedMode extends Running {
  readonly host: LocalHost;
  readonly manager: ServiceManager;
}

/** Longer than the end of the process, which bounds all stops together. */
const STOP_MS = 5000;

/** Opened, not started; everything stops with the process. Throws `Failure`, `ConfigError` and `UsageError`. */
export async function openMode(
  run: Run,
  parts: readonly Part[],
  given: readonly Given[] = [],
): Promise<OpenedMode> {
  const { process, command, life, log } = run;
  const { env: environment } = process;
  const problems = createFileProblems(log);
  log.follow?.(problems.report);
  const { clock, keep } = openCourse(environment, problems);
  if (keepsData(command)) life.atEnd(keep());
  const host = openHost(command, environment, clock);
  life.watch(host);
  life.atEnd(() => host.close());
  const running = await openParts(parts, {
    given: [
      ...givenTo({ command, log, problems, environment, host }),
      give(PlannedStop, { signalled: life.stopped }),
      ...given,
    ],
    explain,
    onProblem: (name, reason) => log.write('ERROR', `${name} is not available: ${reason}`),
    stopMs: STOP_MS,
    atEnd: life.atEnd,
  });
  const manager = createServiceManager({ environment, pid: process.pid, log });
  const { reload } = running.get(Reloading);
  life.onReload(() => manager.during(reload));
  return { ...running, host, manager };
}

export interface Base {
  readonly command: CommandLine;
  readonly log: LogWriter;
  readonly problems: FileProblems;
  readonly environment: Environment;
  readonly host: Host;
}

/** Returns the inputs of every mode that watches this machine. */
export const givenTo = ({ command, log, problems, environment, host }: Base): Given[] => [
  give(CommandLine, command),
  give(LogWriter, log),
  give(FileProblems, problems),
  give(Environment, environment),
  give(BuiltInPlugins, plugins),
  give(HostClock, host.clock),
  give(WatchedHost, host),
];

/** Servers and exporters delete data by their age. */
const keepsData = ({ values }: Run['command']): boolean =>
  values.webserver || values.server || values.export !== null;
