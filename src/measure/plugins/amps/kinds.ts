/** The kinds of AMPs: their commands, and the results. */
import type { Host } from '../../../core/host.ts';
import type { ProcessEntry } from '../../sources/processes/entry.ts';
import { CommandError, parseCommands } from '../../../core/command.ts';
import type { AmpValues } from './options.ts';

interface AmpRun {
  host: Host;
  values: AmpValues;
  /** True if `&&` separates commands. */
  operators: boolean;
  /** Matching processes; none without an expression. */
  matched: readonly ProcessEntry[];
}

/** Resolves to the result. Rejects with a message for the user. */
type Kind = (run: AmpRun) => Promise<string>;

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 65_536;

const sum = (processes: readonly ProcessEntry[], field: 'cpu_percent' | 'memory_percent'): string =>
  processes.reduce((total, process) => total + (process[field] ?? 0), 0).toFixed(1);

const usage = (processes: readonly ProcessEntry[]): string =>
  `CPU: ${sum(processes, 'cpu_percent')}% | MEM: ${sum(processes, 'memory_percent')}%`;

/** Output of the commands, run in order until one fails. */
async function outputOf(
  { host, operators }: AmpRun,
  text: string,
): Promise<{ stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' };
  for (const argv of commandsIn(text, operators)) {
    const { code, stdout, stderr, failure } = await host.run(argv, {
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    if (failure !== null) throw new Error(failure);
    output.stdout += stdout;
    output.stderr += stderr;
    if (code !== 0) break;
  }
  return output;
}

function commandsIn(text: string, operators: boolean): string[][] {
  try {
    return parseCommands(text, operators);
  } catch (error) {
    if (error instanceof CommandError)
      throw new Error(`its command is not run: ${error.message}`, { cause: error });
    throw error;
  }
}

const standard: Kind = async (run) => {
  const { command, one_line } = run.values;
  if (command === undefined) return usage(run.matched);
  const { stdout, stderr } = await outputOf(run, command);
  const result = (stdout.trim() === '' ? stderr : stdout).trimEnd();
  return one_line ? result.replaceAll('\n', '') : result;
};

const nginx: Kind = async ({ host, values: { status_url } }) => {
  if (status_url === undefined)
    throw new Error('it has no status_url, such as http://localhost/nginx_status');
  return (await host.fetchText(status_url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })).trimEnd();
};

const oneLine = (text: string, isOneLine: boolean): string => (isOneLine ? text.replaceAll('\n', ' ') : text);

const systemd: Kind = async (run) => {
  const { systemctl_cmd, one_line } = run.values;
  const { stdout, stderr } = await outputOf(run, systemctl_cmd);
  if (stdout.trim() === '')
    throw new Error(stderr.trim().split('\n')[0] || 'its command systemctl_cmd writes nothing');
  return oneLine(countUnits(stdout), one_line);
};

const systemv: Kind = async (run) => {
  const { service_cmd, one_line } = run.values;
  const { stdout, stderr } = await outputOf(run, service_cmd);
  // Services of unknown state are reported as errors.
  return oneLine(countServices(`${stdout}\n${stderr}`), one_line);
};

const KINDS: Readonly<Record<string, { name: string; run: Kind }>> = {
  nginx: { name: 'Nginx', run: nginx },
  systemd: { name: 'Systemd', run: systemd },
  systemv: { name: 'SystemV', run: systemv },
};

/** @param section name of the section, without what all have in front */
export function kindOf(section: string): { name: string; run: Kind } {
  const lower = section.toLowerCase();
  const known = Object.hasOwn(KINDS, lower) ? KINDS[lower] : undefined;
  return known ?? { name: lower.charAt(0).toUpperCase() + lower.slice(1), run: standard };
}

const tally = (counts: Map<string, number>, word: string): void =>
  void counts.set(word, (counts.get(word) ?? 0) + 1);

const report = (counts: ReadonlyMap<string, number>): string =>
  `Services\n${[...counts].map(([word, count]) => `${word}: ${count}\n`).join('')}`;

/** systemctl(1), list-units: LOAD and ACTIVE of each unit, up to the legend. */
export function countUnits(output: string): string {
  const counts = new Map<string, number>();
  for (const line of output.split('\n')) {
    // A blank line precedes the legend; failed units may have a leading mark.
    const [unit = '', load, active, ...rest] = line
      // Escaped, so that V8 keeps the built program as one byte a character.
      .replace(/^[\u25CF\u00D7*\u25CB\u21BB\s]+/u, '')
      .trim()
      .split(/\s+/);
    if (unit === '') break;
    if (unit === 'UNIT' || load === undefined || active === undefined || rest.length === 0) continue;
    tally(counts, load);
    tally(counts, active);
  }
  return report(counts);
}

const SIGNS: Readonly<Record<string, string>> = { '+': 'running', '-': 'stopped', '?': 'upstart' };

/** service(8), --status-all: ` [ + ]  cron`. */
export function countServices(output: string): string {
  const counts = new Map(Object.values(SIGNS).map((word) => [word, 0]));
  for (const line of output.split('\n')) {
    const words = line.trim().split(/\s+/);
    const sign = words.length < 4 ? undefined : SIGNS[words[1] ?? ''];
    if (sign !== undefined) tally(counts, sign);
  }
  return report(counts);
}
