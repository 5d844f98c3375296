/** The definition of an exporter: its keys, how values become the bytes of requests, and how those are sent. */
import type { Plugin } from '../../core/plugin.ts';
import type { Options, OptionValues } from '../../core/options.ts';
import type { LoadPackage } from '../deliver/packages.ts';
import type { Environment } from '../deliver/secret-value.ts';
import type { Verdict } from '../deliver/verdict.ts';
import type { Family } from '../metrics/family.ts';
import type { Point } from '../metrics/points.ts';
import type { Certificates } from './certificates.ts';
import type { CommonOptions } from './options.ts';

/** The values of one moment, in the forms that exporters take. Each form is made when it is first asked for. */
export interface Cycle {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Name of this host. */
  readonly host: string;
  /** Seconds between cycles. */
  readonly interval: number;
  points(): readonly Point[];
  /** Plugins that were asked for and have no values now. */
  empty?(): readonly string[];
  families(): readonly Family[];
  /** Readings of the kernel, for exporters that ask for them. */
  readonly kernel?: readonly Family[];
  /** When a process of the points started, in seconds since 1970; null: unknown. */
  startOf?(pid: number): number | null;
}

/** One request. */
export interface Payload {
  readonly bytes: Uint8Array;
  /** Values in it. */
  readonly samples: number;
}

export interface Session {
  /** Connects when that is needed. May reject, which counts as no answer. */
  send(bytes: Uint8Array, context: SendContext): Promise<Verdict>;
  /** A sentence about how it sends, where that is not as configured; null: it is. */
  note?(): string | null;
  close?(): void | Promise<void>;
}

export interface SendContext {
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The argument of an exporter's `open`. */
export interface Opening<O extends Options = Options> {
  readonly options: OptionValues<O>;
  readonly common: CommonOptions;
  /** Name of this host. */
  readonly host: string;
  /** The enabled plugins: what their fields are. */
  readonly plugins: readonly Plugin[];
  /** Null: the section names none, and the authorities of the system are trusted. */
  readonly certificates: Certificates | null;
  readonly load: LoadPackage;
}

/** Turns the values of a moment into requests; what it remembers between two of them is its own. */
export type Encode = (cycle: Cycle) => readonly Payload[];

export interface Exporter<O extends Options = Options> {
  /** Name of `--export`, and of its section. */
  readonly name: string;
  readonly description: string;
  readonly options: O;
  /** Keys without which it does not work; secrets may come from a file or the environment. */
  readonly required?: readonly (keyof O & string)[];
  /**
   * - `queued`: what cannot be sent is kept
   * - `live`: what cannot be sent at once is of no use later
   */
  readonly delivery: 'queued' | 'live';
  /** Values that were written count as taken: the protocol has no answer. */
  readonly confirmsNothing?: true;
  /** Existing dashboards expect thresholds among the values. */
  readonly sendsLimits: boolean;
  /** Takes all values at every cycle, not only those of plugins that have been read since the last one. */
  readonly isWhole?: true;
  /** Takes readings of the kernel beside the values of plugins. */
  readonly readsKernel?: true;
  /** Seconds between cycles unless configured; 0: the refresh. */
  readonly interval: number;
  /** Each value has its time and replaces itself: the newest may be sent before older ones. */
  readonly isOrderFree?: true;
  /** Optional packages. */
  readonly packages?: readonly string[];
  /** Values of keys that are not set, by variables that others obey too. Throws `OptionError`. */
  fromEnvironment?(environment: Environment): Readonly<Record<string, unknown>>;
  /** Where it sends to, without secrets. */
  target(options: OptionValues<O>): string;
  encoder(opening: Opening<O>): Encode;
  open(opening: Opening<O>): Session;
  /** The two halves of a request; null: it cannot be divided. */
  split?(bytes: Uint8Array): readonly [Uint8Array, Uint8Array] | null;
}

/** Ties the types of options together; a list of exporters need not know them. */
export const defineExporter = <const O extends Options>(exporter: Exporter<O>): Exporter =>
  exporter as unknown as Exporter;

/** One section, typed. */
export interface ExporterSettings {
  /** Of the section: `influxdb2`, or `influxdb2_berlin` for a second one. */
  readonly name: string;
  /** File and line of the section, or the option of the command line. */
  readonly where: string;
  readonly exporter: Exporter;
  readonly common: CommonOptions;
  /** Secrets may still be missing. */
  readonly options: OptionValues<Options>;
  /** Keys that the section has, with values that cannot be used: they are mistakes already, and not missing. */
  readonly misread?: readonly string[];
}
