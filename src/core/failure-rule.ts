/** The declaration of an alert kind: a failure, what is read to find it, and how it is reported. */
import { widened } from './widened.ts';
import type { AlertState, Finding } from './event.ts';
import type { KindName } from './kind-titles.ts';
import type { Level, Thresholds } from './level-rule.ts';
import type { Options, OptionValues } from './options.ts';
import type { Served } from './served.ts';

/** A named input of kinds: the snapshots of a plugin, or a feed. Carries the type of its values. */
export interface AlertInput<T = unknown> {
  readonly name: string;
  readonly isPlugin: boolean;
  /** Only for the compiler: the type of the values. */
  readonly valueType?: T;
}

/** Snapshots of a plugin that serves a list. */
export const listOf = (plugin: string): AlertInput<readonly Served[]> => ({ name: plugin, isPlugin: true });

/** Snapshots of a plugin that serves an object. */
export const objectOf = (plugin: string): AlertInput<Served> => ({ name: plugin, isPlugin: true });

/** Declares values that no plugin serves: rows of the fleet, push checks, the boot. `FailureWatch.publish` takes them. */
export const defineFeed = <T>(name: string): AlertInput<T> => ({ name, isPlugin: false });

export type AlertInputs = Readonly<Record<string, AlertInput>>;

/** Latest values of the inputs; null: there is none, for instance because the host has no such thing. */
type InputValues<I extends AlertInputs> = {
  readonly [K in keyof I]: (I[K] extends AlertInput<infer T> ? T : never) | null;
};

/** An alert of the kind that is ongoing, also since before a restart. */
export interface OngoingAlert {
  readonly state: AlertState;
  readonly details: NonNullable<Finding['details']>;
  /** Seconds since the epoch. */
  readonly begin: number;
  /** A user has acknowledged it. */
  readonly isAcknowledged: boolean;
}

/** A value of a plugin with the level that its thresholds or its state give it. */
export interface JudgedValue {
  readonly field: string;
  /** Identity of the item; null for an object. */
  readonly identity: string | null;
  /** `ERROR`: it could not be measured. */
  readonly level: Level;
  /** Events of thresholds are enabled for it, so the kind leaves the same failure to them. */
  readonly log: boolean;
  readonly thresholds: Thresholds;
}

/** The argument of the function that `create` returns. */
export interface RuleInput<I extends AlertInputs> {
  readonly values: InputValues<I>;
  /** Judged values of a plugin that is an input; none while it has no snapshot. */
  judged(plugin: string): readonly JudgedValue[];
  /** Ongoing alerts by subject; `''` where the kind has no subjects. */
  readonly ongoing: ReadonlyMap<string, OngoingAlert>;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Monotonic milliseconds. */
  readonly at: number;
}

/** Failures found in the current inputs. */
export interface Findings {
  readonly findings: readonly Finding[];
  /** Subjects that could not be read: their alerts go on. `all`: none could. Subjects named nowhere have no failure, or are gone. */
  readonly unknown: readonly string[] | 'all';
}

/** Every subject could be read. */
export const allRead = (findings: readonly Finding[]): Findings => ({ findings, unknown: [] });

/** Nothing could be read: all alerts go on. */
export const UNREAD: Findings = { findings: [], unknown: 'all' };

export interface FailureRule<I extends AlertInputs = AlertInputs, O extends Options = Options> {
  /** Upper case, with underscores: `UNIT_FAILED`. Its lower case is its key in `[alerts]`, `KIND_TITLES` has its title. */
  readonly name: string;
  /** When it is raised and cleared, for documentation. */
  readonly description: string;
  /** Null: each finding states its own. */
  readonly level: AlertState | null;
  /** Plugin of the events, for filters of targets. Default: the first input. */
  readonly plugin?: string;
  readonly inputs: I;
  /** Failures that exist at startup are notified; default: they are shown as "since before startup". */
  readonly atStart?: 'notify';
  /** Ids of the servers of a hub that an alert is about: silences of all of them hold it back. */
  readonly serversOf?: (found: Pick<Finding, 'subject' | 'details'>) => readonly string[];
  /** Plugins whose thresholds it applies, unless their values have alerts of their own. */
  readonly appliesThresholdsOf?: readonly (keyof I & string)[];
  /** A moment begins and ends at once; findings then are what has happened since the last call. Default: a state. */
  readonly isMoment?: true;
  /** Seconds for which it lasts before it is notified, where the configuration names none. Default: 0. */
  readonly delay?: number;
  /**
   * Kinds whose alerts explain this kind's, with the key of `details` that names the parent. Children are not notified during the
   * parent and for some minutes after it.
   */
  readonly parents?: Readonly<Record<string, string>>;
  /** Key of `details` whose value names the parent in child alerts. Default: the subject. */
  readonly knownAs?: string;
  /** Keys in `[alerts]`, which begin with the kind's own: `fs_full_free`. */
  readonly options?: O;
  /** Called once; the result is called whenever an input has a new value, and all were read once. */
  create(context: RuleContext<O>): (input: RuleInput<I>) => Findings;
}

interface RuleContext<O extends Options> {
  readonly options: OptionValues<O>;
}

/** Checks that `create` fits inputs and options; a list of kinds need not know them. */
export const defineFailureRule = <
  const I extends AlertInputs,
  const O extends Options = Record<never, never>,
>(
  kind: FailureRule<I, O> & { readonly name: KindName },
): FailureRule => widened(kind);

/** Returns the key in `[alerts]` that enables the rule. */
export const keyOfRule = ({ name }: Pick<FailureRule, 'name'>): string => name.toLowerCase();

/** Returns the plugin that the rule's events name. */
export const pluginOfRule = ({ plugin, inputs, name }: FailureRule): string =>
  plugin ?? Object.values(inputs)[0]?.name ?? name.toLowerCase();
