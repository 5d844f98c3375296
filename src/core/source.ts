import type { Host } from './host.ts';
import type { Options, OptionValues } from './options.ts';
import type { Reason } from './said.ts';

/** The argument of a source's `create`. */
interface SourceContext<O extends Options> {
  readonly host: Host;
  readonly options: OptionValues<O>;
  notice(topic: string, reason: Reason | null): void;
  /** True if a client uses the owner's values; otherwise the source runs at the slow rate, for history. */
  isWatched(): boolean;
}

/** Data shared by plugins, such as a kernel file or the process scan; read once per tick. `X` adds control methods to its instance. */
export interface Source<T = unknown, X extends object = object, O extends Options = Options> {
  readonly name: string;
  /** Plugin whose section holds the options, and which gets the notices. */
  readonly owner?: string;
  readonly options?: O;
  create(context: SourceContext<O>): SourceInstance<T> & X;
}

export interface SourceInstance<T = unknown> {
  /** Reads it now, perhaps asynchronously. */
  read(): T;
}

/** Declares a source; ties the types together. */
export const defineSource = <T, X extends object = object, const O extends Options = Options>(
  source: Source<T, X, O>,
): Source<T, X, O> => source;

/** A source that parses one file: the common case. */
export const fileSource = <T>(path: string, parse: (bytes: Uint8Array) => T): Source<T> => ({
  name: path,
  create: ({ host }) => ({ read: () => parse(host.read(path)) }),
});
