/** How plugins look in version 5, as data: what differs from what follows from their declarations. */
import type { Limits, PluginValue, Served, ServedMember } from '../../core/served.ts';

/** The values from which bodies are made. */
export interface Source {
  /** Returns the latest value of another plugin; undefined: disabled, or not read yet. */
  latest(plugin: string): PluginValue | undefined;
  limitsOf(plugin: string): Limits;
  /** An item of another plugin; of an object, the object itself; undefined: none. */
  siblingOf(plugin: string, identity: string | null): Served | undefined;
  /** Returns the order of the process list; null if processes are not sampled. */
  processOrder(): { readonly key: string; readonly isAutomatic: boolean } | null;
  /** True if `hide_zero` hides all values of an item. */
  isHidden(plugin: string, identity: string): boolean;
}

/** Thresholds that only clients use: nothing raises alerts. Keys are `<header>_careful` … in the plugin's section. */
export interface ClientThresholds {
  readonly header: string;
  /** Where the section sets none. */
  readonly limits: readonly [number, number, number];
}

/** A member of the object, or of the items. Everything that is not stated follows from our field. */
export interface Member {
  /** Our field, if its name differs; `packets.received`: of the same item of another plugin. */
  readonly from?: string;
  /** Of a counter: its cumulative value instead of its rate. */
  readonly isTotal?: true;
  /** A computed value; undefined: absent. */
  readonly value?: (item: Served, source: Source) => ServedMember;
  readonly unit?: string;
  readonly description?: string;
  readonly short?: string;
  /** Left out instead of null. */
  readonly isSparse?: true;
  readonly isInternal?: true;
  readonly isProminent?: true;
  readonly hasHistory?: true;
  /** Our field whose levels are its own; null: not judged. Default: the field that it comes from. */
  readonly judgedBy?: string | null;
  /** Thresholds without alerts. */
  readonly clients?: ClientThresholds;
  /** Header of the lists of words per level: `status_ok`. */
  readonly words?: string;
  /** Member that divides the value before it is compared. */
  readonly normalizedBy?: string;
  /** A threshold in version 5; null: unknown. @param served the item whose own threshold it is */
  readonly threshold?: (limit: number, served: Served | null) => number | null;
  /** Header of its thresholds in the configuration, where it is not the member. */
  readonly thresholdField?: string;
  /** Without default thresholds, and thresholds of all fields do not apply. */
  readonly isStrict?: true;
}

export interface Dialect {
  /** Name there; default: ours. */
  readonly name?: string;
  /** Identity of items there; default: ours. */
  readonly key?: string;
  /** Our value as an object or items; undefined: none. */
  readonly whole?: (value: never, source: Source) => Served | readonly Served[] | undefined;
  /** Our fields that version 5 does not have, separated by spaces. */
  readonly without?: string;
  /** By name there. */
  readonly members?: Readonly<Record<string, Member>>;
  /** Section of the thresholds that only clients use; default: its own. */
  readonly section?: string;
  /** Further members of the envelope. */
  readonly beside?: (source: Source) => Served;
  /** Its levels never become alerts in version 5. */
  readonly isQuiet?: true;
  /** Thresholds are those of its items, so `/limits` is empty. */
  readonly hasOwnLimits?: true;
}
