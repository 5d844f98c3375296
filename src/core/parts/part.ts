/** A part: what it needs, what it provides, and what it brings along, in one constant. */
import type { Met, Needs, Off, Service, Services } from './service.ts';

type MaybePromise<T> = T | Promise<T>;

export interface Scope {
  /** Begins work that others see, once all parts are open. Parts start after those that they need. */
  onStart(start: () => unknown): void;
  /** Runs before the parts that this one needs are stopped; the last registered first. */
  onStop(stop: () => unknown): void;
  /** For a part that collects: the others of its mode, and what they provide. */
  readonly parts: readonly Part[];
  readonly services: Services;
}

/** Declarations that others collect: routes, commands, sections of the configuration. */
export interface Brought {
  readonly kind: symbol;
  readonly items: readonly unknown[];
}

export interface Part {
  readonly name: string;
  readonly needs: Needs;
  readonly provides: Service<unknown> | null;
  /** Its failure ends the start. */
  readonly isEssential: boolean;
  readonly brings: readonly Brought[];
  /** It opens after all parts that bring these, and stops before them. */
  readonly collects: readonly symbol[];
  open(met: Readonly<Record<string, unknown>>, scope: Scope): unknown;
}

interface PartSetup<N extends Needs, T> {
  name: string;
  needs?: N;
  provides?: Service<T>;
  isEssential?: true;
  brings?: readonly Brought[];
  collects?: readonly { readonly kind: symbol }[];
  /** Constructs and subscribes; nothing may be published yet. Returns what it provides, or `off(…)` with a reason for users. */
  open?(met: Met<N>, scope: Scope): MaybePromise<NoInfer<T> | Off>;
}

export function definePart<const N extends Needs, T = void>(part: PartSetup<N, T>): Part {
  const { name, needs = {}, provides = null, isEssential = false, brings = [], collects = [] } = part;
  const open = (part.open ?? (() => undefined)) as Part['open'];
  return { name, needs, provides, isEssential, brings, collects: collects.map(({ kind }) => kind), open };
}

export interface Contribution<T> {
  readonly kind: symbol;
  of(...items: readonly T[]): Brought;
  /** What parts bring, in their order. */
  in(parts: readonly Part[]): T[];
}

export function contribution<T>(name: string): Contribution<T> {
  const kind = Symbol(name);
  return {
    kind,
    of: (...items) => ({ kind, items }),
    in: (parts) =>
      parts.flatMap(({ brings }) =>
        brings.filter((brought) => brought.kind === kind).flatMap(({ items }) => items as T[]),
      ),
  };
}

/** Provides a piece of a service under another name. */
export const pieceOf = <Whole, T>(
  provides: Service<T>,
  whole: Service<Whole>,
  piece: (whole: Whole) => MaybePromise<NoInfer<T> | Off>,
): Part =>
  definePart({
    name: provides.name,
    needs: { whole },
    provides,
    open: ({ whole: found }) => piece(found),
  });
