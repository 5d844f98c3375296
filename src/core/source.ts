import type { Host } from './host.ts';
import type { Options, OptionValues } from './options.ts';

/** The argument of a source's `create`. */
export interface SourceContext<O extends Options> {
  readonly host: Host;
  readonly options: OptionValues<O>;
  notice(topic: string, text: string | null): void;
  /** Whether somebody is interested in what the owner shows; otherwise this is the slow beat, for the sake of history. */
  isWatched(): boolean;
}

/**
 * Something of the host that several plugins show: a kernel file, or the scan of all processes. It is read once a
 * tick however many plugins use it. `X` are further methods of its instance, for those who steer it.
 */
export interface Source<T, X extends object = object, O extends Options = Options> {
  readonly name: string;
  /** The plugin whose section holds the options, and whose notices it writes. */
  readonly owner?: string;
  readonly options?: O;
  create(context: SourceContext<O>): SourceInstance<T> & X;
}

export interface SourceInstance<T> {
  /** Reads it now; may be a promise, which users await. */
  read(): T;
}

/** Declares a source; ties the types together. */
export const defineSource = <T, X extends object = object, const O extends Options = Options>(
  source: Source<T, X, O>,
): Source<T, X, O> => source;

/** A source that is one file parsed: the common case. */
export const fileSource = <T>(path: string, parse: (bytes: Uint8Array) => T): Source<T> => ({
  name: path,
  create: ({ host }) => ({ read: () => parse(host.read(path)) }),
});
