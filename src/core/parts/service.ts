/** Typed names of what parts provide to each other, compared by identity. A key stands beside its type and has the same name. */

declare const held: unique symbol;

/** What a part, a route or a command asks for. */
export interface Need<T> {
  readonly key: symbol;
  readonly name: string;
  /** What the asker gets where it is absent; `refuse`: the asker is then absent, too. */
  readonly absent: 'refuse' | 'null' | 'off';
  /** Shows the asker a piece of the value. */
  readonly view?: (value: never) => unknown;
  readonly [held]?: T;
}

export interface Service<T> extends Need<T> {
  readonly absent: 'refuse';
  readonly view?: never;
}

export type Needs = Readonly<Record<string, Need<unknown>>>;

/** The values of needs, by the names of the asker. */
export type Met<N extends Needs> = { readonly [K in keyof N]: N[K] extends Need<infer T> ? T : never };

/** @param name as shown to users: `notes on the time line` */
export const service = <T>(name: string): Service<T> => ({ key: Symbol(name), name, absent: 'refuse' });

export const optional = <T>(of: Service<T>): Need<T | null> => ({ ...of, absent: 'null' });

/** Optional, with the reason where it is absent. */
export const orOff = <T>(of: Service<T>): Need<T | Off> => ({ ...of, absent: 'off' });

/** Something is absent on purpose, or for want of something. */
export class Off {
  /** Completes a sentence: `enable=False in [logs]`. */
  readonly off: string;
  /** An object that only looks like one is none. */
  declare protected readonly isOff: true;

  constructor(reason: string) {
    this.off = reason;
  }
}

export const off = (reason: string): Off => new Off(reason);

/** A part broke; what it provides is absent for that reason. */
export class Failed extends Off {}

/** No part of this mode provides it. */
export class Absent extends Off {}

/** A service that is there already: made outside the parts, or a fake of a test. */
export interface Given {
  readonly service: Service<unknown>;
  readonly value: unknown;
}

export const give = <T>(service: Service<T>, value: NoInfer<T> | Off): Given => ({ service, value });

export interface Services {
  /** Its value. A required one that is absent throws an `Error` with the reason. */
  get<T>(need: Need<T>): T;
  /** Why it is absent; null: it is there. */
  lackOf(need: Need<unknown>): Off | null;
}

const ABSENT = new Absent('not part of this mode');

/** @param values by their keys; may grow @param among where the rest is looked for */
export function servicesIn(values: ReadonlyMap<symbol, unknown>, among?: Services): Services {
  const find = (need: Need<unknown>): unknown => {
    if (values.has(need.key)) return values.get(need.key);
    return among === undefined ? ABSENT : among.get(rawOf(need));
  };
  return {
    get: <T>(need: Need<T>) => met(need, find(need)) as T,
    lackOf(need) {
      const found = find(need);
      return found instanceof Off ? found : null;
    },
  };
}

export const valuesIn = (given: readonly Given[]): Map<symbol, unknown> =>
  new Map(given.map(({ service, value }) => [service.key, value]));

export const servicesOf = (given: readonly Given[], among?: Services): Services =>
  servicesIn(valuesIn(given), among);

/** Asks for the whole value, or why there is none. */
const rawOf = ({ key, name }: Need<unknown>): Need<unknown> => ({ key, name, absent: 'off' });

/** Shows the asker a piece of a service. */
export const viewOf = <T, P>({ key, name }: Service<T>, view: (value: T) => P): Need<P> => ({
  key,
  name,
  absent: 'refuse',
  view,
});

/** The value as the asker wants to see it. */
function met(need: Need<unknown>, found: unknown): unknown {
  if (!(found instanceof Off)) return need.view === undefined ? found : need.view(found as never);
  if (need.absent === 'off') return found;
  if (need.absent === 'null') return null;
  throw new Error(`${need.name}: ${found.off}`);
}

/** All needs at once. */
export const allOf = <N extends Needs>(services: Services, needs: N): Met<N> =>
  Object.fromEntries(Object.entries(needs).map(([name, need]) => [name, services.get(need)])) as Met<N>;

/** The first required need that is absent; null: the asker can work. */
export function lackAmong(services: Pick<Services, 'lackOf'>, needs: Needs): Off | null {
  for (const need of Object.values(needs)) {
    const lack = need.absent === 'refuse' ? services.lackOf(need) : null;
    if (lack !== null) return lack instanceof Failed ? lack : off(`${need.name}: ${lack.off}`);
  }
  return null;
}
