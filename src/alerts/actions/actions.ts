/** Runs commands when values enter levels, without a shell, in the background, a few at a time with a time limit. */
import type { JsonObject, ServedMember } from '../../core/served.ts';
import type { Clock, Host, RunOutcome } from '../../core/host.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import type { Level } from '../../core/level-rule.ts';
import { strftime } from '../../core/strftime.ts';
import { type Action, ActionBook } from './book.ts';
import { createQueue } from './queue.ts';
import { valueAt } from '../../core/members.ts';
import type { Argument, Command } from './template.ts';

const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;
const CONCURRENCY = 4;
const MAX_WAITING = 100;
/** Output of a command that is logged. */
const LOGGED_CHARACTERS = 300;
/** Refresh periods after startup during which no command runs: the first levels were not entered. */
const QUIET_PERIODS = 2;

type ActionLog = (severity: 'INFO' | 'WARNING', text: string) => void;

interface ActionsSetup {
  /** Names of the enabled plugins. */
  plugins: readonly string[];
  /** A plugin's section of the configuration: lower-case keys, values as text. */
  section(plugin: string): Readonly<Record<string, string>>;
  /** Seconds between samples of a plugin. */
  refreshOf(plugin: string): number;
  clock: Clock;
  run: Host['run'];
  log: ActionLog;
}

export interface Actions {
  /** Configured actions that are not run, one sentence each. */
  problems(): string[];
  /** Takes over the actions of another configuration. Values that stay in their level run nothing for it. */
  replace(section: ActionsSetup['section']): void;
  concerns(plugin: string): boolean;
  take(plugin: string, verdicts: readonly LevelVerdict[]): void;
}

/** Current level of a value, and its actions. */
interface Standing {
  readonly level: Level;
  /** The last level other than `ERROR`: a value that recovers at its former level has not entered it. */
  readonly known: Level;
  readonly action: Action | null;
  /** Where the action was found. */
  readonly book: ActionBook;
}

export function createActions(setup: ActionsSetup): Actions {
  const { clock, log } = setup;
  const booksOf = (section: ActionsSetup['section']) =>
    new Map(setup.plugins.map((name) => [name, new ActionBook(name, section(name))]));
  let books = booksOf(setup.section);
  /** Plugins not judged yet: their first levels were not entered just now. */
  const unseen = new Set<string>();
  const standings = new Map<string, Map<string, Standing>>();
  const queue = createQueue(CONCURRENCY, MAX_WAITING);
  const createdAt = clock.monotonic();

  const isQuiet = (plugin: string): boolean =>
    clock.monotonic() - createdAt < QUIET_PERIODS * setup.refreshOf(plugin) * 1000;

  const trigger = (kind: string, action: Action, verdict: LevelVerdict): void => {
    const variables = variablesOf(verdict, clock.now());
    const lines = action.commands.map((command) => fillCommand(command, variables));
    const about = `${action.name} (${verdict.stat.toUpperCase()} ${verdict.level})`;
    const isTaken = queue.add({ kind, run: () => runAll(action, lines, about, setup) });
    if (!isTaken) log('WARNING', `${about} is not run: ${MAX_WAITING} actions are waiting already`);
  };

  /** Runs the actions of the level; returns the new state of the value. */
  const act = (
    { book, isUnseen }: { book: ActionBook; isUnseen: boolean },
    kind: string,
    before: Standing | undefined,
    verdict: LevelVerdict,
  ): Standing => {
    const { names, level } = verdict;
    const isNew = before?.level !== level;
    const known = level === 'ERROR' ? (before?.known ?? level) : level;
    const isKept = !isNew && before?.book === book;
    const now = isKept ? before : { level, known, action: book.find(names, level), book };
    const { action } = now;
    const entered = isNew && !isUnseen && (level === 'ERROR' || before?.known !== level);
    if (action !== null && (entered || (action.repeats && !queue.has(kind)))) trigger(kind, action, verdict);
    return now;
  };

  return {
    problems: () => [...books.values()].flatMap(({ problems }) => problems),
    replace(section) {
      books = booksOf(section);
      for (const name of books.keys()) if (!standings.has(name) && !isQuiet(name)) unseen.add(name);
    },
    concerns: (plugin) => books.get(plugin)?.isEmpty === false,
    take(plugin, verdicts) {
      const book = books.get(plugin);
      if (book === undefined || isQuiet(plugin)) return;
      const before = standings.get(plugin);
      const isUnseen = unseen.delete(plugin);
      // Made anew each time, so that items that have gone are forgotten.
      const after = new Map<string, Standing>();
      for (const verdict of verdicts) {
        if (verdict.rule.log === 'never') continue;
        const kind = `${plugin}\0${verdict.field}\0${verdict.identity ?? ''}`;
        after.set(kind, act({ book, isUnseen }, kind, before?.get(kind), verdict));
      }
      standings.set(plugin, after);
    },
  };
}

function variablesOf({ served, thresholds }: LevelVerdict, time: number): Variables {
  return { ...served, ...thresholds, time: strftime('%Y-%m-%dT%H:%M:%S', new Date(time)) };
}

/** Runs the commands of an action one after the other. */
async function runAll(
  { commands }: Action,
  lines: readonly (readonly string[])[],
  about: string,
  { run, log }: Pick<ActionsSetup, 'run' | 'log'>,
): Promise<void> {
  let succeeded = true;
  for (const [index, line] of lines.entries()) {
    if (commands[index]?.afterSuccess && !succeeded) continue;
    const outcome = await run(line, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_OUTPUT_BYTES });
    succeeded = outcome.code === 0;
    log(succeeded ? 'INFO' : 'WARNING', `action ${about}: ${outcomeText(line[0] ?? '', outcome)}`);
  }
}

/** Arguments are not told: they hold values of the host. */
function outcomeText(program: string, { code, failure, stdout, stderr }: RunOutcome): string {
  const result = failure ?? `${program} ended with code ${code}`;
  const output = (stderr.trim() || stdout.trim()).slice(0, LOGGED_CHARACTERS);
  return output === '' ? result : `${result}: ${JSON.stringify(output)}`;
}

/** Values by name: fields of the object or item, thresholds, time. */
type Variables = JsonObject;

/** Longer values are truncated: the kernel rejects arguments over 128 KiB. */
const MAX_VALUE_LENGTH = 4096;

/** Returns the program and its arguments: one per argument of the template, whatever the values contain. */
export const fillCommand = (command: Command, variables: Variables): string[] => [
  command.program,
  ...command.arguments.map((argument) => fillArgument(argument, variables)),
];

const fillArgument = (argument: Argument, variables: Variables): string =>
  argument.map((part) => ('text' in part ? part.text : valueText(valueAt(variables, part.path)))).join('');

/** A value as text. Control characters become blanks: a line end has a meaning to many programs, and NUL ends arguments. */
function valueText(value: ServedMember): string {
  // oxlint-disable-next-line no-control-regex
  const text = joinedText(value).replaceAll(/[\u0000-\u001F\u007F]/g, ' ');
  return text.length > MAX_VALUE_LENGTH ? text.slice(0, MAX_VALUE_LENGTH) : text;
}

function joinedText(value: ServedMember): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(joinedText).join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
