/** Typed keys of what parts provide to each other, compared by identity. A key stands beside its type and has the same name. */

declare const held: unique symbol;

/** A dependency of a part, a route or a command. */
export interface Need<T = unknown> {
  readonly key: symbol;
  readonly name: string;
  /** Result for the asker if it is unavailable; `refuse`: the asker is then unavailable, too. */
  readonly absent: 'refuse' | 'null' | 'off';
  /** Narrows the value for the asker. */
  readonly view?: (value: never) => unknown;
  readonly [held]?: T;
}

export interface Service<T = unknown> extends Need<T> {
  readonly absent: 'refuse';
  readonly view?: never;
}

export type Needs = Readonly<Record<string, Need>>;

/** Values of needs, by the names of the requester. */
export type Resolved<N extends Needs> = {
  readonly [K in keyof N]: N[K] extends Need<infer T> ? T : never;
};

/** @param name as shown to users: `notes on the time line` */
export const service = <T>(name: string): Service<T> => ({ key: Symbol(name), name, absent: 'refuse' });

/** Null if it is unavailable. */
export const optional = <T>(of: Service<T>): Need<T | null> => ({ ...of, absent: 'null' });

/** Makes a need optional: the value is the reason if the service is unavailable. */
export const orOff = <T>(of: Service<T>): Need<T | Off> => ({ ...of, absent: 'off' });

/** A piece of a service. */
export const viewOf = <T, P>({ key, name }: Service<T>, view: (value: T) => P): Need<P> => ({
  key,
  name,
  absent: 'refuse',
  view,
});

/** Unavailable on purpose, or because a dependency is. */
export class Off {
  /** Completes a sentence: `enable=False in [logs]`. */
  readonly reason: string;
  /** Makes the class nominal: an object of the same shape is not accepted. */
  declare protected readonly isOff: true;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export const off = (reason: string): Off => new Off(reason);

/** Unavailable because its part failed. */
export class Failed extends Off {}

/** Unavailable because no part of this mode provides it. */
export class Absent extends Off {}

const ABSENT = new Absent('not part of this mode');

/** A service made outside the parts, or a fake of a test: an entry for {@link servicesOf}. */
export type Given = readonly [key: symbol, value: unknown];

export const give = <T>({ key }: Service<T>, value: NoInfer<T> | Off): Given => [key, value];

export interface Services {
  /** Returns the value. Throws an `Error` with the reason if a required service is unavailable. */
  get<T>(need: Need<T>): T;
  /** Why it is unavailable; null: it is available. */
  lackOf(need: Need): Off | null;
}

/** @param values by key; a `Map` may grow later @param others searched for all other keys */
export function servicesOf(values: ReadonlyMap<symbol, unknown>, others?: Services): Services {
  const find = ({ key, name }: Need): unknown => {
    if (values.has(key)) return values.get(key);
    return others === undefined ? ABSENT : others.get({ key, name, absent: 'off' });
  };
  return {
    get: <T>(need: Need<T>) => narrowed(need, find(need)) as T,
    lackOf(need) {
      const found = find(need);
      return found instanceof Off ? found : null;
    },
  };
}

function narrowed(need: Need, found: unknown): unknown {
  if (!(found instanceof Off)) return need.view === undefined ? found : need.view(found as never);
  if (need.absent === 'off') return found;
  if (need.absent === 'null') return null;
  throw new Error(`${need.name}: ${found.reason}`);
}

/** Gets all needs at once. */
export const resolve = <N extends Needs>(services: Services, needs: N): Resolved<N> =>
  Object.fromEntries(Object.entries(needs).map(([name, need]) => [name, services.get(need)])) as Resolved<N>;

/** Returns the first required need that is unavailable; null if none is. */
export function firstLack(services: Pick<Services, 'lackOf'>, needs: Needs): Off | null {
  for (const need of Object.values(needs)) {
    const lack = need.absent === 'refuse' ? services.lackOf(need) : null;
    if (lack !== null) return lack instanceof Failed ? lack : off(`${need.name}: ${lack.reason}`);
  }
  return null;
}
