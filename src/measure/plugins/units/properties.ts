/** Requested properties of units and their meaning (org.freedesktop.systemd1(5)). */
import type { BusValue } from '../../../core/host.ts';
import type { Reading } from '../../../core/fields.ts';
import { signalName } from '../../linux/signal-names.ts';
import type { fields } from './fields.ts';

/** By their names: numbers, texts and lists of texts. */
export type Properties = ReadonlyMap<string, BusValue>;

/** Microseconds now by both clocks of timers. */
export interface Moment {
  readonly realtime: number;
  readonly monotonic: number;
}

type Item = Reading<typeof fields>;
/** Resource use of a unit, from its control group. */
export type Use = Pick<Item, 'cpu_time' | 'memory' | 'tasks'>;

const IN_PLAY = /\.(?:service|timer)$/;
const ABSENT: ReadonlySet<BusValue | undefined> = new Set(['not-found', 'masked']);

/** True if all units of this type are shown. */
export const isAlwaysShown = (name: string): boolean => IN_PLAY.test(name);

/** Existing services and timers; other units, and those without a file, only if failed. */
export const isShown = (properties: Properties): boolean =>
  properties.get('ActiveState') === 'failed' ||
  (isAlwaysShown(String(properties.get('Id'))) && !ABSENT.has(properties.get('LoadState')));

/** True if it has changed its state since boot. */
export const hasRun = (properties: Properties): boolean => Number(properties.get('StateChangeTimestamp')) > 0;

const OF_SERVICE = ['MainPID', 'Result', 'ExecMainCode', 'ExecMainStatus', 'NRestarts', 'ControlGroup'];
const OF_TIMER = ['Result', 'LastTriggerUSec', 'NextElapseUSecRealtime', 'NextElapseUSecMonotonic'];
/** Of the types that have one; targets, slices and devices have no result. */
const OF_OTHERS = ['Result'];

/** Properties of a unit beyond the list's; `own`: its type's. */
export function wantedOf(name: string): { unit: readonly string[]; own: readonly string[] } {
  switch (typeOf(name)) {
    case 'service':
      return { unit: ['StateChangeTimestamp', 'TriggeredBy'], own: OF_SERVICE };
    case 'timer':
      return { unit: ['StateChangeTimestamp', 'Triggers'], own: OF_TIMER };
    case 'target':
      return { unit: ['StateChangeTimestamp'], own: [] };
    default:
      return { unit: ['StateChangeTimestamp', 'TriggeredBy'], own: OF_OTHERS };
  }
}

/** All of them. */
export const WANTED: readonly string[] = [
  'Id',
  'Description',
  'LoadState',
  'ActiveState',
  'SubState',
  'StateChangeTimestamp',
  'TriggeredBy',
  'Triggers',
  ...new Set([...OF_SERVICE, ...OF_TIMER]),
];

export const typeOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Not one of systemd's: the unit has failed while it was being stopped. */
export const STOPPED = 'Stopped';

const MOST_TEXT = 256;
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]+/g;
/** waitid(2): `si_code`. */
const EXITED = 1;
const KILLED: ReadonlySet<number | null> = new Set([2, 3]);

export function itemOf(properties: Properties, use: Use, now: Moment): Item {
  const text = (name: string): string => oneLine(properties.get(name));
  const number = (name: string): number | null => finite(properties.get(name));
  const [code, status] = [number('ExecMainCode'), number('ExecMainStatus')];
  const name = text('Id');
  const isTimer = typeOf(name) === 'timer';
  return {
    name,
    description: text('Description'),
    load_state: text('LoadState'),
    active_state: text('ActiveState'),
    sub_state: text('SubState'),
    since: secondsOf(number('StateChangeTimestamp')),
    main_pid: number('MainPID') || null,
    ...use,
    restarts: number('NRestarts'),
    result: text('Result') || null,
    exit_code: code === EXITED ? status : null,
    exit_signal: KILLED.has(code) && status !== null ? signalName(status) : null,
    ...(properties.get(STOPPED) === true && { stopped: true }),
    trigger: listed(properties.get(isTimer ? 'Triggers' : 'TriggeredBy')),
    ...(isTimer && { last_run: secondsOf(number('LastTriggerUSec')), next_run: nextRun(number, now) }),
  };
}

const oneLine = (value: BusValue | undefined): string =>
  typeof value === 'string' ? value.replaceAll(CONTROLS, ' ').slice(0, MOST_TEXT) : '';

const listed = (value: BusValue | undefined): string | null =>
  Array.isArray(value) && value.length > 0 ? oneLine(value.join(' ')) : null;

/** Infinity is the largest number of 64 bits, in which times that are not set are stated too. */
const MOST = 1e18;
const finite = (value: BusValue | undefined): number | null =>
  typeof value === 'number' && value < MOST ? value : null;

/** Zero: never. */
const secondsOf = (microseconds: number | null): number | null => (microseconds ? microseconds / 1e6 : null);

/** Returns the earlier of the two clocks by which a timer may elapse. */
function nextRun(number: (name: string) => number | null, now: Moment): number | null {
  const realtime = number('NextElapseUSecRealtime') || Number.POSITIVE_INFINITY;
  const monotonic = number('NextElapseUSecMonotonic');
  const converted = monotonic ? monotonic - now.monotonic + now.realtime : Number.POSITIVE_INFINITY;
  const next = Math.min(realtime, converted);
  return Number.isFinite(next) ? Math.round(next / 1e6) : null;
}
