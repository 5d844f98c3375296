/** The most severe log lines of an explained time, as entries of its explanation. */
import { inEnglish, say } from '../core/said.ts';
import { LOG_PRIORITIES, type LogAnswer, type LogLine, type Logs } from './logs/log-lines.ts';
import type { Explanation, Happened } from './explanation.ts';

/** Most added lines, and characters of each. */
const MOST = 3;
const MOST_TEXT = 300;
/** Containers of the programs that used more than usual. */
const MOST_CONTAINERS = 3;

/** Warnings of the journal, the kernel and the involved containers while the cause held. */
export function readLogsOf(explanation: Explanation, logs: Logs, signal: AbortSignal): Promise<LogAnswer> {
  const { verdict, window, who } = explanation;
  const containers = [...new Set(who.flatMap(({ container }) => container ?? []))].slice(0, MOST_CONTAINERS);
  const { from, to } = verdict.span ?? window;
  return logs.read({
    from,
    to,
    journal: { unit: null },
    containers,
    output: 'stderr',
    priority: 'warning',
    text: '',
    isGrouped: true,
    signal,
  });
}

/** Adds the grouped lines of its time, and reasons for unreadable sources. */
export async function withLogs(
  explanation: Explanation,
  logs: Logs,
  signal: AbortSignal,
): Promise<Explanation> {
  const { happened, missing, missing_said: said = [] } = explanation;
  const { lines, sources } = await readLogsOf(explanation, logs, signal);
  const chosen = lines.toSorted(bySeverity).slice(0, MOST).map(happenedOf);
  const unreadable = sources.filter(({ state }) => state === 'unreadable');
  const unread = unreadable.map(({ source, name, reason }) =>
    say('Logs of {source}: {reason}.', { source: name ?? SOURCES[source], reason: reason ?? '' }),
  );
  return {
    ...explanation,
    happened: [...happened, ...chosen].sort((a, b) => a.time - b.time),
    missing: [...missing, ...unread.map(inEnglish)],
    missing_said: [...said, ...unread],
  };
}

const SOURCES = {
  journal: say('the journal'),
  kernel: say('the kernel'),
  container: say('the container'),
};

const severityOf = ({ priority }: LogLine): number => LOG_PRIORITIES.indexOf(priority ?? 'warning');

const bySeverity = (a: LogLine, b: LogLine): number => severityOf(a) - severityOf(b) || b.count - a.count;

function happenedOf({ time, origin, name, text, count }: LogLine): Happened {
  const from = origin === 'kernel' ? 'kernel' : name;
  const times = count > 1 ? ` (${count} times)` : '';
  const short = text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
  return { time, kind: 'log', text: `${from === '' ? '' : `${from}: `}${short}${times}` };
}
