/** The settings of a run, from the command line. */
import type { DisplayFlags } from '../../display/action.ts';
import type { SortKey } from '../../../core/process-order.ts';

/** Preferences that keys change. */
export interface Preferences extends DisplayFlags {
  /** Sections and parts that are not shown, by name. */
  hidden: ReadonlySet<string>;
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
