/** The definition of an exporter: its keys, how values are encoded as requests, and how these are sent. */
import { widened } from '../../core/widened.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Options, OptionValues } from '../../core/options.ts';
import type { LoadPackage } from '../../net/deliver/packages.ts';
import type { Environment } from '../../net/deliver/secret-value.ts';
import type { DeliveryVerdict } from '../../net/deliver/verdict.ts';
import type { Family } from '../metrics/family.ts';
import type { Point } from '../metrics/points.ts';
import type { Certificates } from './certificates.ts';
import type { CommonOptions } from './options.ts';

/** Values of one time in the forms that exporters need, each computed on first use. */
export interface Cycle {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Name of this host. */
  readonly host: string;
  /** Seconds between cycles. */
  readonly interval: number;
  points(): readonly Point[];
  /** Requested plugins without current values. */
  empty?(): readonly string[];
  families(): readonly Family[];
  /** Kernel readings, for exporters that need them. */
  readonly kernel?: readonly Family[];
  /** When a process of the points started, in seconds since 1970; null: unknown. */
  startOf?(pid: number): number | null;
}

/** One request. */
export interface Payload {
  readonly bytes: Uint8Array;
  /** Number of its values. */
  readonly samples: number;
}

export interface Session {
  /** Connects if necessary. A rejection counts as no reply. */
  send(bytes: Uint8Array, context: SendContext): Promise<DeliveryVerdict>;
  /** A sentence if it sends differently than configured; null otherwise. */
  note?(): string | null;
  close?(): void | Promise<void>;
}

export interface SendContext {
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Argument of an exporter's `open`. */
export interface Opening<O extends Options = Options> {
  readonly options: OptionValues<O>;
  readonly common: CommonOptions;
  /** Name of this host. */
  readonly host: string;
  /** Declarations of the enabled plugins. */
  readonly plugins: readonly Plugin[];
  /** Null: the section names none; the system's authorities are trusted. */
  readonly certificates: Certificates | null;
  readonly load: LoadPackage;
}

/** Encodes the values of one time as requests; it may keep its own state. */
export type Encode = (cycle: Cycle) => readonly Payload[];

interface ExporterDeclaration<O extends Options> {
  /** Name of `--export`, and of its section. */
  readonly name: string;
  readonly description: string;
  readonly options: O;
  /** Keys without which it does not work; secrets may come from a file or the environment. */
  readonly required?: readonly (keyof O & string)[];
  /** Live values are useless later; default: unsent ones are queued. */
  readonly delivery?: 'queued' | 'live';
  /** Written values count as accepted: the protocol has no replies. */
  readonly confirmsNothing?: true;
  /** Includes thresholds, as existing dashboards expect; default: true. */
  readonly sendsLimits?: boolean;
  /** Takes all values in every cycle, even those of plugins that have not been read since the last one. */
  readonly isWhole?: true;
  /** Takes kernel readings besides the values of plugins. */
  readonly readsKernel?: true;
  /** Seconds between cycles unless configured; default: the refresh, as with 0. */
  readonly interval?: number;
  /** Values have times and replace themselves, so the newest may be sent first. */
  readonly isOrderFree?: true;
  /** Optional packages. */
  readonly packages?: readonly string[];
  /** Values of unset keys from standard environment variables. Throws `OptionError`. */
  fromEnvironment?(environment: Environment): Readonly<Record<string, unknown>>;
  /** Its destination, without secrets. */
  target(options: OptionValues<O>): string;
  encoder(opening: Opening<O>): Encode;
  open(opening: Opening<O>): Session;
  /** Splits a request into halves; null: it cannot be split. */
  split?(bytes: Uint8Array): readonly [Uint8Array, Uint8Array] | null;
}

export type Exporter<O extends Options = Options> = ExporterDeclaration<O> &
  Required<Pick<ExporterDeclaration<O>, 'delivery' | 'sendsLimits' | 'interval'>>;

/** Checks the types of options, and hides them from the list of exporters. */
export const defineExporter = <const O extends Options>(exporter: ExporterDeclaration<O>): Exporter =>
  widened({ delivery: 'queued', sendsLimits: true, interval: 0, ...exporter });

/** One section, typed. */
export interface ExporterSettings {
  /** Name of the section: `influxdb2`, or `influxdb2_berlin` for a second one. */
  readonly name: string;
  /** File and line of the section, or the option of the command line. */
  readonly where: string;
  readonly exporter: Exporter;
  readonly common: CommonOptions;
  /** Secrets may still be missing. */
  readonly options: OptionValues<Options>;
  /** Keys with invalid values: they are already reported, and not missing. */
  readonly misread?: readonly string[];
}
