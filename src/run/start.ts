/** One run of the program: from arguments to its end. Each mode is one file in `modes/`. */
import { messageOf } from '../core/message-of.ts';
import { isatty } from 'node:tty';
import { AuthError } from '../net/credentials/errors.ts';
import { ConfigError, UsageError, EXIT_FAILURE, EXIT_USAGE, Failure, SyntaxProblem } from '../core/errors.ts';
import { maskSecrets, REDACTED } from '../core/redact.ts';
import { forTerminal } from '../show/text/text.ts';
import { usageOf } from './cli/help.ts';
import { chooseMode, lackOfTerminal, type Mode, type TextMode } from './cli/mode.ts';
import { type CommandLine, parseCommandLine } from './cli/parse.ts';
import { withSnmpSecrets } from './cli/snmp-secrets.ts';
import { type OwnCommand, subcommandNamed } from './cli/subcommands.ts';
import { isTextMode, TEXTS } from './modes/text.ts';
import type { BuiltProgram, CommandModule, Subcommand } from '../core/commands/subcommand.ts';
import type { Run } from './parts/run.ts';
import { createJournaldLog, isJournald } from './process/journald-log.ts';
import { createLife } from './process/life.ts';
import { createLog, type Log, type LogSetup } from './process/log.ts';
import { logPath, logSuffix } from './process/log-path.ts';
import { normalArguments } from './cli/arguments.ts';
import { mainName, OPTIONS } from './cli/options.ts';

/** Resolves with the exit code. */
type ModeModule = () => Promise<{ run(run: Run): Promise<number> }>;

const print: ModeModule = () => import('./modes/print.ts');

/** Each is loaded when it runs. */
const MODES: Readonly<Record<Exclude<Mode, TextMode>, ModeModule>> = {
  serve: () => import('./modes/serve.ts'),
  terminal: () => import('./modes/terminal.ts'),
  servers: () => import('./modes/servers.ts'),
  export: () => import('./modes/export.ts'),
  'export-test': () => import('./modes/export-test.ts'),
  'notify-test': () => import('./modes/notify-test.ts'),
  issue: print,
  stdout: print,
  'stdout-json': print,
  'stdout-csv': print,
  fetch: print,
};

/** Commands of no feature. */
const COMMANDS: Readonly<Record<OwnCommand['name'], () => Promise<CommandModule>>> = {
  archive: () => import('./modes/archive.ts'),
  alerts: () => import('./modes/alerts.ts'),
  explain: () => import('./modes/explain.ts'),
  key: () => import('./modes/key.ts'),
  user: () => import('./modes/user.ts'),
  mcp: () => import('./modes/mcp.ts'),
  metric: () => import('./modes/metric.ts'),
  plugin: () => import('./modes/plugin.ts'),
  snapshot: () => import('./modes/snapshot.ts'),
  open: () => import('./modes/open.ts'),
};

/** Modes that also look at another host, with `-c`. */
const remote: ModeModule = () => import('./modes/remote.ts');
const LOCAL_ONLY: ReadonlySet<Mode> = new Set(['notify-test']);

/** Runs until the work is done or a signal comes, and ends the process. */
export async function start(process: NodeJS.Process, program: BuiltProgram): Promise<never> {
  // A reader that closes its end (`| head`) is no fault.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const group = subcommandNamed(process.argv[2]);
  if (group !== undefined) return process.exit(await runGroup(process, group, program));
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  let command: CommandLine;
  let mode: Mode;
  try {
    command = parseCommandLine(process.argv.slice(2));
    const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
    mode = chooseMode(command.values, lackOfTerminal(isTerminal, process.env['TERM']));
    const title = titleWithoutSecrets(process.argv, command);
    if (title !== null) process.title = title;
  } catch (error) {
    return process.exit(report(process, error, null));
  }
  const suffix = logSuffix(mode === 'serve' || mode === 'version', command.values);
  const path = logPath(process.env, userOf(process), suffix);
  if (isTextMode(mode)) {
    print(await TEXTS[mode]({ values: command.values, log: path, program: process.argv[1] ?? '' }));
    return process.exit(0);
  }

  // The terminal draws on standard output, and shows it as an alert.
  const warn = (text: string): void =>
    void (
      mode === 'terminal' ||
      mode === 'servers' ||
      process.stderr.write(`gander: ${forTerminal(text)}\n`)
    );
  const log = openLog(process, { path, debug: command.values.debug, warn });
  const life = createLife(process, log, STANDARD_STREAMS.some(isatty));
  const work = runMode({ process, mode, command, log, life, print, ...program }).catch((error) =>
    report(process, error, log),
  );
  return life.end((await Promise.race([work, life.stopped])) ?? 0);
}

async function runMode(run: Run): Promise<number> {
  const { mode, process } = run;
  const command = withSnmpSecrets(run.command, process.env);
  const isRemote = command.values.client !== null && !LOCAL_ONLY.has(mode);
  const { run: runModule } = await (isRemote ? remote() : MODES[mode]());
  return runModule({ ...run, command });
}

async function runGroup(
  process: NodeJS.Process,
  command: OwnCommand | Subcommand,
  program: BuiltProgram,
): Promise<number> {
  const { run } = await ('load' in command ? command.load() : COMMANDS[command.name]());
  return run(process, program).catch((error) => report(process, error, null));
}

/** Opens the journal of the service manager that started this; a file if there is none, or if it names a folder for one. */
function openLog({ env, stderr }: NodeJS.Process, setup: LogSetup): Log {
  const isOurs = !env['LOGS_DIRECTORY'] && isJournald(env['JOURNAL_STREAM'], stderr.fd);
  return isOurs ? createJournaldLog(stderr, setup.debug) : createLog(setup);
}

/** Descriptors of input, output and errors. */
const STANDARD_STREAMS = [0, 1, 2];

/** Reports what went wrong, and returns the exit code. */
function report(process: NodeJS.Process, error: unknown, log: Log | null): number {
  const message = forTerminal(maskSecrets(messageOf(error)));
  if (error instanceof SyntaxProblem) process.stderr.write(`${usageOf(process.argv.slice(2))}\n`);
  if (!log?.isOnStderr) process.stderr.write(`gander: ${message}\n`);
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  log?.write('CRITICAL', isExpected || !(error instanceof Error) ? message : (error.stack ?? message));
  if (error instanceof UsageError || error instanceof ConfigError) return EXIT_USAGE;
  return error instanceof Failure ? error.exitCode : EXIT_FAILURE;
}

/** Reported in a sentence; anything else is a fault of the program. */
const EXPECTED = [Failure, UsageError, ConfigError, AuthError] as const;

const userOf = ({ env, getuid }: NodeJS.Process): string =>
  env['USER'] || env['LOGNAME'] || String(getuid?.() ?? 'user');

const SECRET_OPTIONS = ['snmp_community', 'snmp_user', 'snmp_auth'] as const;

/** Returns the command line with secret values masked; null if it has none. */
export function titleWithoutSecrets(argv: readonly string[], { given }: CommandLine): string | null {
  const secrets = SECRET_OPTIONS.filter((key) => given.has(key)).map((key) => mainName(OPTIONS[key].names));
  if (secrets.length === 0) return null;
  const options = normalArguments(argv.slice(2)).map((word) => {
    const secret = secrets.find((name) => word.startsWith(`${name}=`));
    return secret === undefined ? word : `${secret}=${REDACTED}`;
  });
  return [...argv.slice(0, 2), ...options].join(' ');
}
