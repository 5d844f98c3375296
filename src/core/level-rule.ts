import type { Limits, Served, ServedMember } from './served.ts';
import type { Unit } from './unit.ts';

/** Threshold names, mildest first. */
export const THRESHOLDS = ['careful', 'warning', 'critical'] as const;
export type Threshold = (typeof THRESHOLDS)[number];

/** Level of a value: `DEFAULT` without thresholds; `ERROR` if it could not be measured, during which its events continue. */
export type Level = 'DEFAULT' | 'OK' | 'CAREFUL' | 'WARNING' | 'CRITICAL' | 'ERROR';

/** Alert delays of values that are high because the machine works: {@link LevelRule.delays}. */
export const WORKING = [1800, 1800] as const;
/** Alert delays of memory: a short peak is no failure, a shortage is. */
export const MEMORY = [1800, 300] as const;
/** Alert delays of space on a disk: once it is full, programs fail. */
export const SPACE = [300, 0] as const;

/** Thresholds that hold for one value; null: not set. */
export type Thresholds = Readonly<Record<Threshold, number | null>>;

/** A threshold in the unit of a series; null where the conversion is unknown. */
export type SeriesThreshold = (threshold: number, served: Served) => number | null;

/** Default thresholds careful, warning, critical; a function when they grow with the number of logical cores. */
export type DefaultLimits = readonly [number, number, number] | ((cores: number) => [number, number, number]);

/** The number that is compared with thresholds, where it is not simply the field. */
export interface Compared {
  /** Returns the number; null if there is nothing to judge. Default: the field's value. */
  value?: (served: Served) => number | null;
  /** Default: the unit of the field. */
  unit?: Unit;
  /** Base of the number: "of the link speed". */
  of?: string;
  /**
   * Converts a threshold to the unit of a series, by the series' name in history; the first series is the judged one. Default: the
   * field itself, unconverted.
   */
  series?: Readonly<Record<string, SeriesThreshold>>;
  /** True if the series falls as the number grows. */
  inverted?: boolean;
}

/**
 * Common part of rules. Configuration keys are `<header>_careful` … in the plugin's section (without header: `careful`), and
 * `<item>_<header>_careful` for items, which take precedence.
 */
interface CommonRule {
  /** Name in configuration keys and event types; empty for a plugin-wide threshold (`mem_careful`). */
  header: string;
  /** Returns the name of an item in configuration keys and event types, which must be stable. Default: its identity. */
  itemName?: (served: Served) => string;
  /**
   * True if events are raised without `<header>_log`. `never`: regardless of the configuration, for instance because another
   * field has the same thresholds.
   */
  log?: boolean | 'never';
  /**
   * Seconds for which a warning and a critical level last before they are notified. Default: 300 and 60 with thresholds, 0 and 0
   * with states.
   */
  delays?: readonly [warning: number, critical: number];
  /** Returns the delay of one item in seconds, or null, where the item states it. */
  delayOf?: (served: Served) => number | null;
  /** Items that the rule is for; default: all. */
  appliesTo?: (served: Served) => boolean;
  compared?: Compared;
  /** Number that is compared with thresholds of one item only (`eth0_rx_careful`), where it differs. */
  comparedByItem?: Compared;
  /** Header of thresholds of one item that are compared as those of all items are: `eth0_rx_percent_careful`. */
  sharedHeader?: string;
}

interface ThresholdOptions {
  /** Defaults of the document's section 8. */
  limits?: DefaultLimits;
  /** Lower values are worse, down to the thresholds and below; default: higher ones are, and negative ones odd. */
  lowerIsWorse?: boolean;
  /** Negative values are as good as others. */
  isSigned?: boolean;
  /** Thresholds that the item itself states; they hold where the configuration sets no critical one. */
  stated?: (served: Served) => Thresholds;
  /** Each threshold that the configuration does not set is the stated one. */
  isFilledIn?: boolean;
  /** True if the field is judged at all. Default: always. */
  when?: (limits: Limits) => boolean;
  /**
   * Type of an item. The rule applies to items whose type is its header, with keys `<header>_<item>_careful` instead of
   * `<item>_<header>_careful`.
   */
  itemType?: (served: Served) => ServedMember;
  /** Fields whose views show the level; default: the judged one. */
  decorates?: (served: Served) => readonly string[];
}

interface StateOptions {
  /** Returns the level; a function of one parameter needs no thresholds. */
  state: (served: Served, thresholds: Thresholds) => Level;
  /** For `ERROR`: the thing is gone, not silent, so that an event of it ends. */
  isGone?: (served: Served) => boolean;
}

type Without<T> = { [K in keyof T]?: undefined };

/** Rule that derives the level from a number and thresholds. */
export type ThresholdRule = CommonRule & ThresholdOptions & Without<StateOptions>;

/** Rule that derives the level from the item's state. Views do not show it; the page, events and actions do. */
type StateRule = CommonRule & StateOptions & Without<ThresholdOptions>;

/** How a field is judged. */
export type LevelRule = ThresholdRule | StateRule;
