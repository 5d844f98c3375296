import type { Limits, Served } from './served.ts';
import type { Unit } from './unit.ts';

/** Threshold names, mildest first. */
export const THRESHOLDS = ['careful', 'warning', 'critical'] as const;
export type Threshold = (typeof THRESHOLDS)[number];

/** The level of a value: `DEFAULT` without thresholds, `ERROR` when it could not be measured: events of it then last. */
export type Level = 'DEFAULT' | 'OK' | 'CAREFUL' | 'WARNING' | 'CRITICAL' | 'ERROR';

/** Thresholds that hold for one value; null: not set. */
export type Thresholds = Readonly<Record<Threshold, number | null>>;

/** A threshold in the unit of a series; null where that cannot be told. `isOwn`: it is one of this item alone. */
export type SeriesThreshold = (threshold: number, served: Served, isOwn: boolean) => number | null;

/** Default thresholds careful, warning, critical; a function when they grow with the number of logical cores. */
export type DefaultLimits = readonly [number, number, number] | ((cores: number) => [number, number, number]);

/**
 * How a field is judged. Configuration keys are `<header>_careful` … in the plugin's section (without header:
 * `careful`), and for items `<item>_<header>_careful`, which win.
 */
export interface LevelRule {
  /** Name in configuration keys and event types; empty for a plugin-wide threshold (`mem_careful`). */
  header: string;
  /** Keys of an item are `<header>_<item>_careful` in place of `<item>_<header>_careful`. */
  headerFirst?: boolean;
  /** Which objects or items the rule is for; default: all. */
  applies?: (served: Served) => boolean;
  /** Defaults of the document's section 8. */
  limits?: DefaultLimits;
  /** Whether events are raised when the configuration has no `<header>_log`. */
  log?: boolean;
  /** Never raises events, whatever the configuration says: another field speaks for the same thresholds. */
  silent?: boolean;
  /** Whether the field is judged at all; default: yes. */
  when?: (limits: Limits) => boolean;
  /** Lower values are worse, down to the thresholds and below; default: higher ones are, and negative ones odd. */
  lowerIsWorse?: boolean;
  /** Thresholds that the item itself states; they hold where the configuration sets no critical one. */
  stated?: (served: Served) => Thresholds;
  /** The level, where it does not come from comparing a number with thresholds. */
  state?: (served: Served, thresholds: Thresholds) => Level;
  /** For `ERROR`: the thing is gone, not silent, so that an event of it ends. */
  isGone?: (served: Served) => boolean;
  /** Views do not show the level, or not that of some: the page, events and actions do. */
  undecorated?: boolean | ((served: Served) => boolean);
  /** The number compared with the thresholds; default: the field's value. Null: nothing to judge. */
  value?: (served: Served) => number | null;
  /** The number compared with thresholds of one item only (`eth0_rx_careful`), where its unit differs. */
  itemValue?: (served: Served) => number | null;
  /** Unit of `value`, and of `itemValue`; default: the unit of the field. */
  unit?: Unit;
  itemUnit?: Unit;
  /** The base of `value`: "of the link speed". */
  of?: string;
  /**
   * By names in the history, how a threshold is told in the unit of that series; the first series is the one that is
   * judged. Default: the field itself, as it is.
   */
  series?: Readonly<Record<string, SeriesThreshold>>;
  /** The series falls where the compared number grows. */
  inverted?: boolean;
  /** The name of an item in configuration keys and event types; default: its identity. It must stay the same. */
  itemName?: (served: Served) => string;
  /** Further fields of the object that carry the same decoration. */
  decorates?: readonly string[];
}
