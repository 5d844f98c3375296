/** The settings of a run, from the command line. */
import type { UnitChoice } from '../../display/units.ts';
import type { SortKey } from '../../../core/process-order.ts';

/** Preferences that keys change. */
export interface Preferences extends UnitChoice {
  /** Sections and parts that are not shown, by name. */
  hidden: ReadonlySet<string>;
  /** CPU cores one by one. */
  percpu: boolean;
  freeSpace: boolean;
  iops: boolean;
  latency: boolean;
  meanGpu: boolean;
  /** Commands with the folder of the program. */
  longNames: boolean;
  /** CPU of processes as a share of all cores. */
  perMachine: boolean;
  networkSum: boolean;
  networkTotal: boolean;
  sparklines: boolean;
  isLight: boolean;
}

export interface TerminalSettings {
  preferences: Preferences;
  /** Null: by what is scarce. */
  sort: SortKey | null;
  filter: string;
  programs: boolean;
  /** Extended statistics of the process at the top from the start. */
  extended: boolean;
  hasCursor: boolean;
  hasBold: boolean;
  hasBackground: boolean;
  hasSeparators: boolean;
  /** Screens after which it ends; null: at a key. */
  stopAfter: number | null;
}
