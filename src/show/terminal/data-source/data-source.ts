/** Displayed machine: this one, or another with an agent. */
import type { Alert } from '../../../core/alert.ts';
import type { Forecast } from '../../../core/forecast.ts';
import type { Plugin } from '../../../core/plugin.ts';
import type { Unit } from '../../../core/unit.ts';
import type { Said } from '../../../core/said.ts';
import type { Limits, ValueOfPlugin } from '../../../core/served.ts';
import type { LevelVerdict } from '../../../measure/levels/judge.ts';
import type { AlertList } from '../../display/alert-list.ts';
import type { Text } from '../../display/finding-words.ts';
import type { QuietTypes } from '../../display/levels.ts';

/** State of a plugin in words, if it has no value. */
export interface PluginCondition {
  readonly name: string;
  readonly state: string;
  readonly reason: string | null;
  /** The same as data; absent: there is none. */
  readonly reason_said?: Said;
}

/** Acts on processes of this machine. */
export interface ProcessControl {
  /** Gathers more about one process, null: about none. */
  select(pid: number | null): void;
  /** Tells a process from a later one with its pid; null when it is not there, or is another than the one of this name. */
  mark(pid: number, name: string): string | null;
  /** Null: done; else why not, as a sentence. */
  end(pid: number, mark: string, signal: 'SIGTERM' | 'SIGKILL'): string | null;
  /** Returns the new nice value; or why there is none, as a sentence. */
  renice(pid: number, mark: string, by: number): number | string;
  /** Process id of the parent, by that of the child; processes that have ended are missing. */
  parents(pids: readonly number[]): ReadonlyMap<number, number>;
}

/** One value over time. */
export interface SeriesPoints {
  /** Milliseconds since the epoch. */
  readonly times: readonly number[];
  /** Averages; NaN where there is none. */
  readonly values: readonly number[];
  /** Smallest and largest of what each stands for. */
  readonly lows: readonly number[];
  readonly highs: readonly number[];
}

export interface SeriesQuery {
  readonly plugin: string;
  /** Name of the recorded series. */
  readonly series: string;
  readonly from: number;
  readonly to: number;
  /** Points that can be shown. */
  readonly points: number;
}

/** Reads what was recorded before this screen began. */
export interface Past {
  /** Throws an `Error` whose message is a part of a sentence. */
  read(query: SeriesQuery): Promise<SeriesPoints>;
}

/** A range of a series. */
export interface SeriesRange extends SeriesPoints {
  /** Why there is nothing from before; null: nothing is amiss. */
  readonly note: string | null;
}

/** A part of an explanation: the sentence, which has no title, or what shows it. */
export interface ExplanationPart {
  readonly title: string | null;
  readonly lines: readonly string[];
}

export interface SeriesDescription {
  readonly field: string;
  readonly item: string | null;
  readonly unit: Unit | null;
}

/** Displayed part of a forecast. */
export type ShownForecast = Pick<Forecast, 'kind' | 'subject' | 'from' | 'to'>;

export interface DataSource {
  /** Values that are known now; null for a plugin that is not there. */
  latest<P extends string>(plugin: P): ValueOfPlugin<P> | null;
  /** Returns the newest values of a series, oldest first; empty if none is recorded. */
  recent(plugin: string, series: string, count: number): readonly number[];
  /** Names of recorded series of a plugin. */
  seriesOf(plugin: string): readonly string[];
  /** Describes the value behind a recorded series; null if it is unknown. */
  describe(plugin: string, series: string): SeriesDescription | null;
  /** A range of a series, from memory and, where there is one, from the archive. */
  range(query: SeriesQuery): Promise<SeriesRange>;
  /** Leaves older values out of sparklines and charts. */
  forget(): void;
  judge(plugin: string): readonly LevelVerdict[];
  /** Returns the current alerts, with values in these units. */
  alerts(text: Text): AlertList;
  /** Types of silenced alerts; the same set until it changes. */
  quiet(): QuietTypes;
  /** When something is full, the earliest first. */
  forecasts(): readonly ShownForecast[];
  /**
   * Explains a slow time. Rejects with an `Error` whose message is part of a sentence. Null: no archive.
   * @param window Unix milliseconds
   */
  readonly explain:
    | ((window: { readonly from: number; readonly to: number }) => Promise<readonly ExplanationPart[]>)
    | null;
  limits(plugin: string): Limits;
  /** Plugins that are on, sorted by name. */
  readonly plugins: readonly string[];
  /** Their declarations, in the same order. */
  readonly declared: readonly Plugin[];
  conditions(): readonly PluginCondition[];
  /** Says which plugins are on the screen. */
  watch(plugins: readonly string[]): void;
  /** Calls back after new values, once for those that come together; with false after older ones, which were read in between. */
  onChange: (isNew: boolean) => void;
  /** Why nothing new comes, one sentence; null: all is well. */
  problem(): Said | null;
  readonly refresh: number;
  now(): number;
  /** Null where processes can only be looked at. */
  readonly control: ProcessControl | null;
  /** Null where alerts cannot be removed. */
  clearAlerts: ((which: 'warning' | 'all') => void) | null;
  /**
   * Silences an alert. Rejects with an `Error` whose message is a sentence. Null: not supported.
   * @param hours null: until it ends
   */
  silence: ((alert: Pick<Alert, 'type'>, hours: number | null) => Promise<void>) | null;
  start(): Promise<void>;
  stop(): void;
}
