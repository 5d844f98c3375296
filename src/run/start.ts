/** One run of the program: from arguments to its end. */
import { isatty } from 'node:tty';
import { AuthError } from '../net/credentials/errors.ts';
import { ConfigError, UsageError } from '../core/errors.ts';
import { diskFiles } from './config/files.ts';
import { type Configuration, loadSettings } from './config/load.ts';
import { findConfig } from './config/search.ts';
import type { Clock } from '../core/host.ts';
import { maskSecrets } from '../core/redact.ts';
import { plugins } from '../measure/plugins/index.ts';
import { manageApiKeys } from './modes/api-keys.ts';
import { compose, openHost } from './parts/compose.ts';
import { EXIT_FAILURE, EXIT_USAGE, Failure, SyntaxProblem } from './cli/endings.ts';
import { helpText, USAGE } from './cli/help.ts';
import { idleOptions } from './cli/idle-options.ts';
import { createJournalLog, isJournal } from './process/journal-log.ts';
import { createLog, type Log } from './process/log.ts';
import { logPath } from './process/log-path.ts';
import type { Shell } from './cli/completion.ts';
import { chooseMode, lackOfTerminal, type Mode } from './cli/mode.ts';
import type { Shown } from '../show/text/shown.ts';
import { forTerminal } from '../show/text/text.ts';
import { outputOf, refreshOf } from './parts/output-setup.ts';
import { type CommandLine, parseCommandLine } from './cli/parse.ts';
import { chooseAccount } from './cli/password/choose-account.ts';
import { apiKeyPath, passwordFolders } from './cli/password/folders.ts';
import { takePassword } from './cli/password/from-environment.ts';
import { createTerminal } from './cli/password/terminal.ts';
import { printMode } from './modes/print.ts';
import { withSnmpSecrets } from './cli/snmp-secrets.ts';
import { EXPORTERS } from '../send/exporters/index.ts';
import { sendTest } from './parts/notifications.ts';
import { createLife, type Life } from './process/life.ts';
import { titleWithoutSecrets } from './cli/process-title.ts';
import { serve } from './modes/serve.ts';
import { createServiceManager } from './process/service-manager.ts';
import { lackingPackage, untestedPackage } from './parts/optional-packages.ts';
import { modulesText, versionText } from './cli/version.ts';

/** Parts of the build that a run needs. */
export interface BuiltProgram {
  /** Holds the built page. */
  pageFolder: string;
  /** Makes the compiler optimize what runs much in the next seconds. */
  optimizeEarly(): void;
}

/** Runs until the work is done or a signal comes, and ends the process. */
export async function start(process: NodeJS.Process, program: BuiltProgram): Promise<never> {
  // A reader that closes its end (`| head`) is no fault.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const path = logPath(process.env, userOf(process));
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  let command: CommandLine;
  let mode: Mode;
  if (process.argv[2] === 'archive') return process.exit(await manageArchive(process));
  try {
    command = parseCommandLine(process.argv.slice(2));
    const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
    mode = chooseMode(command.values, lackOfTerminal(isTerminal, process.env['TERM']));
    const title = titleWithoutSecrets(process.argv, command);
    if (title !== null) process.title = title;
  } catch (error) {
    return process.exit(report(process, error, null));
  }
  const text = await immediateText(mode, command, path);
  if (text !== null) {
    print(text);
    return process.exit(0);
  }

  const log = openLog(process, path, command.values.debug);
  const life = createLife(process, log, STANDARD_STREAMS.some(isatty));
  const work = runMode({ process, mode, command, log, life, print, ...program }).catch((error: unknown) =>
    report(process, error, log),
  );
  return life.end((await Promise.race([work, life.stopped])) ?? 0);
}

/** `gander archive …` */
async function manageArchive(process: NodeJS.Process): Promise<number> {
  const { archiveCommand } = await import('./modes/archive.ts');
  return archiveCommand(process).catch((error: unknown) => report(process, error, null));
}

/** The journal of the service manager that started this; a file where there is none, or where it names a folder for one. */
function openLog({ env, stderr }: NodeJS.Process, path: string, debug: boolean): Log {
  const isOurs = !env['LOGS_DIRECTORY'] && isJournal(env['JOURNAL_STREAM'], stderr.fd);
  return isOurs ? createJournalLog(stderr, debug) : createLog({ path, debug });
}

/** Descriptors of input, output and errors. */
const STANDARD_STREAMS = [0, 1, 2];

/** Text that is printed without looking at the host. */
async function immediateText(mode: Mode, { values }: CommandLine, path: string): Promise<string | null> {
  const program = process.argv[1] ?? '';
  switch (mode) {
    case 'help':
      return helpText().trimEnd();
    case 'version':
      return versionText(path);
    case 'modules':
      return modulesText(
        plugins,
        EXPORTERS,
        (name) => lackingPackage(name, program),
        (name) => untestedPackage(name, program),
      );
    case 'completion': {
      const { completionScript } = await import('./cli/completion.ts');
      const namesOf = (all: readonly { name: string }[]): string[] => all.map(({ name }) => name);
      const names = { plugins: namesOf(plugins), exporters: namesOf(EXPORTERS) };
      return completionScript(values.print_completion as Shell, names).trimEnd();
    }
    case 'api-doc': {
      const { printedDocumentation } = await import('./cli/api-doc.ts');
      return printedDocumentation(plugins);
    }
    default:
      return null;
  }
}

interface Run extends BuiltProgram {
  process: NodeJS.Process;
  mode: Mode;
  command: CommandLine;
  log: Log;
  life: Life;
  print(text: string): void;
}

async function runMode({
  process,
  mode,
  command: given,
  log,
  life,
  print,
  pageFolder,
  optimizeEarly,
}: Run): Promise<number> {
  const environment = process.env;
  const command = withSnmpSecrets(given, environment);
  if (mode === 'api-key') return runKeys(process, command, print);
  if (command.values.client !== null && mode !== 'notify-test') {
    const { showRemote } = await import('./modes/remote.ts');
    return showRemote({ process, mode, command, registry: plugins, print, life });
  }
  if (mode === 'servers') {
    const { showServers } = await import('./modes/servers.ts');
    await showServers({ process, command, life, registry: plugins, log });
    return 0;
  }
  const password = mode === 'serve' ? takePassword(environment) : null;
  const host = openHost(command, environment);
  life.watch(() => host.pending());
  life.atEnd(() => host.endPrograms());
  const composition = await compose({ command, environment, registry: plugins, host, log });
  const manager = createServiceManager({ environment, pid: process.pid, log });
  life.onReload(() => manager.during(composition.reloading.reload));
  const shared = { composition, command, registry: plugins, print };
  if (password !== null) {
    const folders = foldersOf(composition.configuration, environment);
    const terminal = createTerminal(process);
    const chosen = await chooseAccount({ values: command.values, given: password, folders, terminal });
    const keyPath = apiKeyPath(folders);
    // The log has all that is printed.
    const say = log.isOnStderr ? () => {} : print;
    const served = await serve({
      ...shared,
      print: say,
      environment,
      chosen,
      keyPath,
      life,
      log,
      pageFolder,
    });
    life.atEnd(manager.stopping);
    await manager.ready(served.join('; '));
    await life.stopped;
    return 0;
  }
  const output = outputOf(process, command);
  const { warn } = output;
  for (const warning of [...composition.configuration.warnings, ...idleOptions(command)]) warn(warning);
  if (mode === 'notify-test') {
    const { configuration } = composition;
    const name = command.values.notify_test ?? '';
    const { exitCode, text } = await sendTest(name, { configuration, environment, host });
    (exitCode === 0 ? print : warn)(text);
    return exitCode;
  }
  const { agent, configuration, exports } = composition;
  if (mode === 'export-test') {
    const { sendExportTest } = await import('./modes/export-test.ts');
    const test = command.values.export_test ?? '';
    const { exitCode, text } = await sendExportTest({
      command,
      configuration,
      environment,
      host,
      agent,
      log,
      test,
    });
    (exitCode === 0 ? print : warn)(text);
    return exitCode;
  }
  const refresh = refreshOf(command, configuration);
  const shown: Shown = {
    agent,
    levels: agent.levels,
    clock: host.clock,
    refresh,
    problem: () => null,
    absence: 'is turned off',
    pid: process.pid,
  };
  await exports?.start();
  if (exports !== null) life.atEnd(() => exports.stop());
  if (mode === 'export') {
    await agent.sampler.start();
    const cycles = command.values.stop_after;
    await exportCycles({ clock: host.clock, refresh, cycles, ended: life.stopped });
    await exports?.drained(LAST_SEND_MS);
    agent.sampler.stop();
    return 0;
  }
  if (mode === 'terminal') {
    const { showThisMachine } = await import('./modes/terminal.ts');
    optimizeEarly();
    await showThisMachine({ process, command, life, outputs: configuration.sections.outputs }, composition);
    return 0;
  }
  await printMode({ ...shared, mode, shown, machine: host.machine, ...output });
  return 0;
}

/** Time at the end to send queued batches. */
const LAST_SEND_MS = 5000;

/** Resolves after so many refreshes; without a number when the program is asked to stop. */
async function exportCycles(setup: {
  clock: Clock;
  refresh: number;
  cycles: number | null;
  ended: Promise<unknown>;
}): Promise<void> {
  const { clock, refresh, cycles, ended } = setup;
  if (cycles === null) return void (await ended);
  // Exports come at whole multiples of the interval: the last one is over a moment after that.
  const done = new Promise<void>((resolve) => void clock.setTimer(resolve, (cycles * refresh + 0.5) * 1000));
  await Promise.race([done, ended]);
}

const foldersOf = ({ sections }: Configuration, environment: NodeJS.ProcessEnv) =>
  passwordFolders(sections.passwords.local_password_path, environment);

/** The keys that a server with the same configuration reads. */
async function runKeys(
  { env, stderr }: NodeJS.Process,
  { values, operands }: CommandLine,
  print: (text: string) => void,
): Promise<number> {
  const file = findConfig(values.conf_file ?? undefined, env, diskFiles);
  const folders = foldersOf(await loadSettings({ registry: plugins, file, files: diskFiles }), env);
  const { lines, notes } = await manageApiKeys(values.api_key ?? '', operands, apiKeyPath(folders));
  for (const line of lines) print(line);
  for (const note of notes) stderr.write(`${note}\n`);
  return 0;
}

/** Says what went wrong; the result is the exit code. */
function report(process: NodeJS.Process, error: unknown, log: Log | null): number {
  const message = forTerminal(maskSecrets(error instanceof Error ? error.message : String(error)));
  if (error instanceof SyntaxProblem) process.stderr.write(`${USAGE}\n`);
  if (!log?.isOnStderr) process.stderr.write(`gander: ${message}\n`);
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  log?.write('CRITICAL', isExpected || !(error instanceof Error) ? message : (error.stack ?? message));
  if (error instanceof UsageError || error instanceof ConfigError) return EXIT_USAGE;
  return error instanceof Failure ? error.exitCode : EXIT_FAILURE;
}

/** Told in a sentence; anything else is a fault of the program. */
const EXPECTED = [Failure, UsageError, ConfigError, AuthError] as const;

const userOf = ({ env, getuid }: NodeJS.Process): string =>
  env['USER'] || env['LOGNAME'] || String(getuid?.() ?? 'user');
