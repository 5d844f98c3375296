/** A connection to systemd: units and their changes by signals. */
import type { BusCall, BusConnection, BusSignal, BusValue, Clock, MessageBus } from '../../../core/host.ts';
import { ServiceError } from '../../../core/service-error.ts';
import { inParallel } from '../shared/in-parallel.ts';
import { hasRun, isAlwaysShown, isShown, type Properties, STOPPED, typeOf, wantedOf } from './properties.ts';

export interface SessionSetup {
  bus: MessageBus;
  clock: Clock;
  /** Names of units that failed while being stopped, kept across sessions. */
  stopped: Set<string>;
  /** A unit was added, removed or changed its state. */
  onChange(): void;
  /** Called once; nothing follows. */
  onEnd(error: Error): void;
}

export interface SystemdSession {
  /** Ends when all units are known. Rejects when the bus or systemd does not answer. */
  begin(): Promise<void>;
  /** Properties of units with known state. */
  units(): Properties[];
  /** Units beyond the most that are followed. */
  readonly left: number;
  close(): void;
}

interface Known {
  readonly properties: Map<string, BusValue>;
  isComplete: boolean;
}

const SYSTEMD = 'org.freedesktop.systemd1';
const MANAGER_PATH = '/org/freedesktop/systemd1';
const UNIT_PATHS = `${MANAGER_PATH}/unit/`;
const MANAGER = `${SYSTEMD}.Manager`;
const UNIT = `${SYSTEMD}.Unit`;
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const BUS = 'org.freedesktop.DBus';

const RULES = [
  `type='signal',sender='${SYSTEMD}',path_namespace='${MANAGER_PATH}/unit',interface='${PROPERTIES}',member='PropertiesChanged'`,
  `type='signal',sender='${SYSTEMD}',path='${MANAGER_PATH}',interface='${MANAGER}'`,
  `type='signal',sender='${BUS}',interface='${BUS}',member='NameOwnerChanged',arg0='${SYSTEMD}'`,
];

const MOST_UNITS = 4000;
/** Concurrent units: each needs a handful of calls, and a bus allows 128 pending ones. */
const WIDTH = 8;
/** Units that exist for less than this are not queried. */
const GATHER_MS = 100;
/** All units are listed from here on. */
const MOST_NAMED = 200;
/** Properties whose changes are visible. */
const SHOWN_CHANGES: ReadonlySet<string> = new Set(['ActiveState', 'SubState', 'NRestarts', 'Result']);

export function createSession({ bus, clock, stopped, onChange, onEnd }: SessionSetup): SystemdSession {
  /** By the path of their objects. */
  const units = new Map<string, Known>();
  /** Names of units that are new, or newly shown. */
  const dirty = new Set<string>();
  let cancelFlush: (() => void) | null = null;
  let left = 0;
  let isOver = false;

  const end = (error: unknown): void => {
    if (isOver) return;
    close();
    onEnd(error instanceof Error ? error : new Error(String(error)));
  };
  const close = (): void => {
    isOver = true;
    cancelFlush?.();
    connection.close();
  };

  const ask = (call: Omit<BusCall, 'destination'>) => connection.call({ destination: SYSTEMD, ...call });
  const manage = (member: string, ...values: (string | readonly string[])[]) =>
    ask({ path: MANAGER_PATH, interface: MANAGER, member, values });

  /** A unit may lack a property, or be gone: the rest is valid. A lost connection is reported separately. */
  const readProperty = async (path: string, its: string, name: string): Promise<void> => {
    try {
      const [value] = await ask({ path, interface: PROPERTIES, member: 'Get', values: [its, name] });
      if (value !== undefined) units.get(path)?.properties.set(name, value);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  };

  /** Replies and signals arrive in order, so the last one is right. */
  const complete = async ([path, known]: readonly [string, Known]): Promise<void> => {
    const name = String(known.properties.get('Id'));
    const { unit, own } = wantedOf(name);
    await Promise.all(unit.map((property) => readProperty(path, UNIT, property)));
    // Half of all units have not run since boot, and have nothing more to say.
    if (hasRun(known.properties))
      await Promise.all(own.map((property) => readProperty(path, interfaceOf(name), property)));
    known.isComplete = true;
  };

  /** Applies a list; returns its new units. */
  const place = (listed: readonly Listed[]): [string, Known][] =>
    listed.flatMap(({ path, properties }): [string, Known][] => {
      if (!isShown(properties)) {
        units.delete(path);
        return [];
      }
      const before = units.get(path);
      for (const [name, value] of properties) before?.properties.set(name, value);
      if (before !== undefined || units.size >= MOST_UNITS) {
        if (before === undefined) left += 1;
        return [];
      }
      const name = String(properties.get('Id'));
      if (properties.get('ActiveState') !== 'failed') stopped.delete(name);
      if (stopped.has(name)) properties.set(STOPPED, true);
      const known: Known = { properties, isComplete: false };
      units.set(path, known);
      return [[path, known]];
    });

  const list = async (states: readonly string[], patterns: readonly string[]): Promise<Listed[]> =>
    listedIn(await manage('ListUnitsByPatterns', states, patterns));

  const listAll = async (): Promise<void> => {
    const listed = (await Promise.all([list([], ['*.service', '*.timer']), list(['failed'], [])])).flat();
    const present = new Set(listed.map(({ path }) => path));
    for (const path of units.keys()) if (!present.has(path)) units.delete(path);
    left = 0;
    await inParallel(place(listed), WIDTH, complete);
  };

  const listNamed = async (names: ReadonlySet<string>): Promise<void> => {
    await inParallel(place(await list([], [...names])), WIDTH, complete);
  };

  const flush = (): void => {
    cancelFlush = null;
    const named = new Set(dirty);
    dirty.clear();
    const work = named.size > MOST_NAMED || named.has(ALL) ? listAll() : listNamed(named);
    work.then(onChange, end);
  };
  const soil = (name: string): void => {
    if (dirty.size <= MOST_NAMED) dirty.add(name);
    cancelFlush ??= clock.setTimer(flush, GATHER_MS);
  };

  const takeChange = (path: string, its: string, changes: readonly (readonly [string, BusValue])[]): void => {
    const known = units.get(path);
    if (known === undefined) {
      const name = nameAt(path);
      const state = its === UNIT ? changes.find(([property]) => property === 'ActiveState')?.[1] : undefined;
      if (state === 'failed' || (state !== undefined && isAlwaysShown(name))) soil(name);
      return;
    }
    const { properties } = known;
    const kept = new Set([...LISTED, ...Object.values(wantedOf(String(properties.get('Id')))).flat()]);
    let isNews = false;
    for (const [property, value] of changes) {
      if (!kept.has(property)) continue;
      isNews ||= SHOWN_CHANGES.has(property) && properties.get(property) !== value;
      properties.set(property, value);
    }
    if (properties.get('ActiveState') !== 'failed') {
      properties.delete(STOPPED);
      stopped.delete(nameAt(path));
    }
    if (!isShown(properties)) units.delete(path);
    else if (lacksGroup(properties)) readProperty(path, interfaceOf(nameAt(path)), 'ControlGroup').catch(end);
    if (isNews) onChange();
  };

  /** A start that is done leaves no unit failed, so this was a stop. Systemd tells of the unit before it tells of its job. */
  const takeJob = ([, , name, result]: readonly BusValue[]): void => {
    const known = [...units.values()].find(({ properties }) => properties.get('Id') === name);
    if (known?.properties.get('ActiveState') !== 'failed' || result !== 'done') return;
    stopped.add(String(name));
    known.properties.set(STOPPED, true);
    onChange();
  };

  const takeNews = (member: string, values: readonly BusValue[]): void => {
    const [name, path] = values;
    if (member === 'UnitNew' && typeof name === 'string' && isAlwaysShown(name)) soil(name);
    if (member === 'UnitRemoved') {
      stopped.delete(String(name));
      if (units.delete(String(path))) onChange();
    }
    if (member === 'JobRemoved') takeJob(values);
    // Unit files have been read again: descriptions, and units that exist no more.
    if (member === 'Reloading' && values[0] === false) soil(ALL);
  };

  const onSignal = ({ path, interface: its, member, values }: BusSignal): void => {
    try {
      if (its === PROPERTIES && path.startsWith(UNIT_PATHS) && concerns(path, units)) {
        const [of, changes] = values();
        takeChange(path, String(of), changes as readonly [string, BusValue][]);
      } else if (its === MANAGER && NEWS.has(member)) takeNews(member, values());
      else if (its === BUS && member === 'NameOwnerChanged')
        end(new ServiceError('systemd has left the system bus, as it does when it re-executes'));
    } catch (error) {
      end(error);
    }
  };

  const connection: BusConnection = bus.connect({ onSignal, onEnd: end });
  return {
    async begin() {
      const match = (rule: string) =>
        connection.call({
          destination: BUS,
          path: '/org/freedesktop/DBus',
          interface: BUS,
          member: 'AddMatch',
          values: [rule],
        });
      // Sent immediately; the bus preserves order.
      await Promise.all([...RULES.map(match), manage('Subscribe'), listAll()]);
    },
    units: () =>
      [...units.values()].filter(({ isComplete }) => isComplete).map(({ properties }) => properties),
    get left() {
      return left;
    },
    close,
  };
}

/** All units; not a valid name. */
const ALL = '*';
const NEWS: ReadonlySet<string> = new Set(['UnitNew', 'UnitRemoved', 'JobRemoved', 'Reloading']);
/** In the order of a list. */
const LISTED = ['Id', 'Description', 'LoadState', 'ActiveState', 'SubState'] as const;

interface Listed {
  readonly path: string;
  readonly properties: Map<string, BusValue>;
}

/** Parses the units of `a(ssssssouso)`: name, description, three states, the unit that it follows, path, and the job. */
const listedIn = ([rows]: readonly BusValue[]): Listed[] =>
  (rows as readonly (readonly BusValue[])[]).map((row) => ({
    path: String(row[6]),
    properties: new Map(LISTED.map((property, index) => [property as string, row[index] ?? ''])),
  }));

/** Devices and slices change all the time, and cannot fail. */
const concerns = (path: string, units: ReadonlyMap<string, Known>): boolean =>
  units.has(path) || !QUIET.test(path);
const QUIET = /_2e(?:device|slice)$/;

/** Decodes an object path: bytes other than letters and digits are `_` and two hexadecimal digits. */
const nameAt = (path: string): string =>
  path
    .slice(UNIT_PATHS.length)
    .replaceAll(/_([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const interfaceOf = (name: string): string => {
  const type = typeOf(name);
  return `${SYSTEMD}.${type.charAt(0).toUpperCase()}${type.slice(1)}`;
};

/** A service gets its control group when it starts, which no signal says. */
const lacksGroup = (properties: Properties): boolean =>
  typeOf(String(properties.get('Id'))) === 'service' &&
  properties.get('ActiveState') !== 'inactive' &&
  properties.get('ActiveState') !== 'failed' &&
  !properties.get('ControlGroup');
