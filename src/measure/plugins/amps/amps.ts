import { say } from '../../../core/said.ts';
import { constant, flag, gauge, text } from '../../../core/fields.ts';
import type { Served } from '../../../core/served.ts';
import type { Level } from '../../../core/level-rule.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { processes, type ProcessControl, type ProcessScan } from '../../sources/processes/processes.ts';
import { createChecks, type ScheduledCheck } from '../shared/checks.ts';
import { kindOf } from './kinds.ts';
import { type AmpEntry, options } from './options.ts';
import type { Clock } from '../../../core/host.ts';
import type { ProcessEntry } from '../../sources/processes/entry.ts';
import type { Pattern } from '../../../core/pattern.ts';
import { createBoundedSearch } from '../shared/bounded-search.ts';

const AT_ONCE = 4;
const NOBODY = 'No running process';

/** Returns the level: whether the number of processes is within its limits. */
function stateOf({ timer, count, countmin, countmax }: Served): Level {
  if (timer === null) return 'DEFAULT';
  if (typeof count !== 'number') return 'OK';
  const least = typeof countmin === 'number' ? countmin : null;
  if (count === 0) return least === null || least === 0 ? 'OK' : 'CRITICAL';
  const most = typeof countmax === 'number' ? countmax : count;
  return count >= (least ?? count) && count <= most ? 'OK' : 'WARNING';
}

const fields = {
  name: text('Name of the application.', { metric: { label: 'name' } }),
  result: text('Output of its command, page or processes.', {
    nullWhen: 'it has not run yet, or is off',
  }),
  refresh: constant('second', 'Time between two runs.', {
    nullWhen: 'no interval is configured',
    metric: 'skip',
  }),
  timer: constant('second', 'Time until the next run.', { nullWhen: 'it is off', metric: 'skip' }),
  count: gauge('number', 'Processes that match its regular expression.', {
    nullWhen: 'they have not been counted yet',
    metric: { name: 'processes' },
    level: { header: '', state: stateOf },
  }),
  countmin: constant('number', 'Smallest expected number of processes.', {
    nullWhen: 'it is not configured',
    metric: 'skip',
  }),
  countmax: constant('number', 'Largest expected number of processes.', {
    nullWhen: 'it is not configured',
    metric: 'skip',
  }),
  regex: flag('bool', 'Whether a regular expression selects its processes.', { metric: 'skip' }),
};

interface Amp {
  readonly section: string;
  readonly item: {
    name: string;
    result: string | null;
    refresh: number | null;
    count: number | null;
    countmin: number | null;
    countmax: number | null;
    regex: boolean;
  };
  /** Null: disabled. */
  check: ScheduledCheck | null;
}

function ampOf({ name, values }: AmpEntry): Amp {
  const { refresh = null, countmin = null, countmax = null, regex } = values;
  const hasRegex = regex !== undefined;
  const count = values.enable && hasRegex ? null : 0;
  const item = { name: kindOf(name).name, result: null, refresh, count, countmin, countmax, regex: hasRegex };
  return { section: `amp_${name}`, item, check: null };
}

/** Problems, one sentence each. */
function problemsOf(amps: readonly Amp[], entries: readonly AmpEntry[]): string | null {
  const faults = amps.flatMap(({ section, check }) =>
    check?.failure ? [`[${section}]: ${check.failure}`] : [],
  );
  const idle = entries
    .filter(({ values }) => values.enable && values.refresh === undefined)
    .map(({ name }) => `[amp_${name}] is off: it has no refresh`);
  return [...faults, ...idle].join('; ') || null;
}

/** Names identify items: of sections that differ in case only the first counts. */
const distinct = (entries: readonly AmpEntry[]): AmpEntry[] =>
  [...new Map([...entries].reverse().map((entry) => [entry.name.toLowerCase(), entry])).values()].reverse();

/** Applications, monitored by their processes and by a command or page each. */
export default definePlugin({
  name: 'amps',
  shape: 'list',
  key: 'name',
  description: 'Applications: number of processes, and the result of a configured command or page.',
  fields,
  options,
  create({ host, options: own, notice, again, instance }) {
    const entries = distinct(own.amps);
    if (entries.length === 0)
      throw new Unsupported(say('no application is configured: add a section such as [amp_nginx]'));
    const match = createMatcher(host.clock, instance(processes));
    const checks = createChecks({ clock: host.clock, again, concurrency: AT_ONCE });

    const amps = entries.map((entry) => {
      const amp = ampOf(entry);
      const { name, values } = entry;
      const { item } = amp;
      const run = async (): Promise<void> => {
        const matched = values.regex === undefined ? [] : await match(values.regex);
        item.count = matched.length;
        if (values.regex === undefined || matched.length > 0) {
          item.result = await kindOf(name).run({ host, values, operators: own.operators, matched });
        } else if ((values.countmin ?? 0) > 0) item.result = NOBODY;
      };
      if (values.enable && values.refresh !== undefined) amp.check = checks.add(values.refresh, run);
      return amp;
    });

    const timerOf = (check: ScheduledCheck | null): number | null =>
      check === null ? null : Math.max(0, Math.round((check.dueIn() ?? 0) / 100) / 10);
    return {
      read() {
        checks.step();
        notice('amps', problemsOf(amps, entries));
        return amps.map(({ item, check }) => ({ ...item, timer: timerOf(check) }));
      },
    };
  },
});

const MAX_LENGTH = 4096;
/** The first scan is part of the start. */
const TIMEOUT_MS = 5000;
const POLL_MS = 100;

type Matcher = (pattern: Pattern) => Promise<ProcessEntry[]>;

/** Searches the last process scan without starting one. Rejects with a message for the user. */
function createMatcher(clock: Clock, scans: Pick<ProcessControl, 'latest'>): Matcher {
  const search = createBoundedSearch(clock);
  return async (pattern) => {
    const scan = await firstScan(scans, clock);
    if (scan === null)
      throw new Error('there are no processes to search: turn processcount or processlist on');
    const texts = scan.entries.flatMap((entry) => [
      entry.name.slice(0, MAX_LENGTH),
      (entry.cmdline ?? []).join(' ').slice(0, MAX_LENGTH),
    ]);
    const found = search(pattern, texts);
    return scan.entries.filter((_, index) => found[2 * index] === true || found[2 * index + 1] === true);
  };
}

async function firstScan(scans: Pick<ProcessControl, 'latest'>, clock: Clock): Promise<ProcessScan | null> {
  const end = clock.monotonic() + TIMEOUT_MS;
  for (;;) {
    const scan = scans.latest();
    if (scan !== null || clock.monotonic() >= end) return scan;
    await new Promise<void>((resolve) => void clock.setTimer(resolve, POLL_MS));
  }
}
