/** A part: its dependencies, its service and its contributions, in one constant. */
import type { Resolved, Needs, Off, Service, Services } from './service.ts';

type MaybePromise<T> = T | Promise<T>;

export interface Scope {
  /** Begins work with effects outside, once all parts are open. Parts start after their dependencies. */
  onStart(start: () => unknown): void;
  /** Runs before dependencies stop; the last registered first. */
  onStop(stop: () => unknown): void;
  /** For a part that collects contributions: all parts of the mode, and their services. */
  readonly parts: readonly Part[];
  readonly services: Services;
}

/** Contributions of one kind: routes, flags of the page. */
interface Brought {
  readonly kind: symbol;
  readonly items: readonly unknown[];
}

export interface Part {
  readonly name: string;
  readonly needs: Needs;
  readonly provides: Service | null;
  /** Its failure ends the start. */
  readonly isEssential: boolean;
  readonly brings: readonly Brought[];
  /** Kinds of contributions. The part opens after all parts with such contributions, and stops before them. */
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
  /** Constructs and subscribes, without effects outside. Returns the service, or `off(…)` with a reason for users. */
  open?(met: Resolved<N>, scope: Scope): MaybePromise<NoInfer<T> | Off>;
}

export function definePart<const N extends Needs, T = void>(part: PartSetup<N, T>): Part {
  const { name, needs = {}, provides = null, isEssential = false, brings = [], collects = [] } = part;
  const open = (part.open ?? (() => undefined)) as Part['open'];
  return { name, needs, provides, isEssential, brings, collects: collects.map(({ kind }) => kind), open };
}

export interface Contribution<T> {
  readonly kind: symbol;
  of(...items: readonly T[]): Brought;
  /** Those of all parts, in the order of the parts. */
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
