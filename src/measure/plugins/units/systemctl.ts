/** Units by systemctl, if the system bus is unreachable. */
import { parsedJson } from '../../../core/parsed-json.ts';
import type { BusValue, Host } from '../../../core/host.ts';
import { adopt } from '../../../core/adopt.ts';
import { listOf, loose, number, text } from '../../../core/shape.ts';
import { ServiceError } from '../../../core/service-error.ts';
import { bytesOf } from '../../linux/bytes.ts';
import { parseSystemctlShow } from '../../linux/systemctl-show.ts';
import { isShown, type Properties, WANTED } from './properties.ts';

const LIMITS = { timeoutMs: 5000, maxBytes: 8 * 1024 * 1024 };
/** It queries everything, which takes tens of milliseconds. */
const REREAD_MS = 30_000;
const SHOW = [
  'systemctl',
  'show',
  '--all',
  '--no-pager',
  '--timestamp=unix',
  `--property=${WANTED.join(',')}`,
  '--',
  ...['service', 'timer', 'socket', 'mount', 'target'].map((type) => `*.${type}`),
];
const TIMERS = ['systemctl', 'list-timers', '--all', '--no-pager', '--output=json'];

/** Returns a function that returns units, at most 30 s old. Rejects if systemctl fails. */
export function createSystemctl(host: Host): () => Promise<readonly Properties[]> {
  let last: readonly Properties[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (host.clock.monotonic() - readAt < REREAD_MS) return last;
    const [shown, timers] = await Promise.all([host.run(SHOW, LIMITS), host.run(TIMERS, LIMITS)]);
    if (shown.code !== 0)
      throw new ServiceError(shown.failure ?? `systemctl: ${shown.stderr.trim().split('\n')[0]}`);
    const next = timesOf(timers.stdout);
    last = parseSystemctlShow(bytesOf(shown.stdout))
      .map((unit) => typed(unit, next))
      .filter(isShown);
    readAt = host.clock.monotonic();
    return last;
  };
}

const NUMBERS = /^(?:MainPID|ExecMain|NRestarts)/;
const LISTS = /^Trigger/;

/** Converts properties in the form of systemctl to that of the bus. */
function typed(unit: ReadonlyMap<string, string>, next: ReadonlyMap<string, number>): Properties {
  const properties = new Map<string, BusValue>();
  for (const [name, text] of unit) {
    if (/^@\d/.test(text)) properties.set(name, Number(text.slice(1)) * 1e6);
    else if (NUMBERS.test(name)) {
      if (/^\d+$/.test(text)) properties.set(name, Number(text));
    } else if (LISTS.test(name)) properties.set(name, text.split(' ').filter(Boolean));
    else properties.set(name, text);
  }
  // By the monotonic clock, systemctl shows a text for people.
  properties.delete('NextElapseUSecMonotonic');
  const id = String(unit.get('Id'));
  const time = next.get(id);
  if (time !== undefined) properties.set('NextElapseUSecRealtime', time);
  return properties;
}

const timersIn = adopt(listOf(loose({ unit: text(), next: number() }, ['unit', 'next'])));

/** Next elapse of timers in microseconds, by name; empty with systemctl before 249. */
const timesOf = (json: string): Map<string, number> =>
  new Map(timersIn(parsedJson(json))?.map(({ unit, next }) => [unit, next]));
