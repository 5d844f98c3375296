/** Metrics of the agent itself and of its events. */
import type { AlertEvent } from '../core/event.ts';
import { labelValue } from './escape.ts';
import { type Family, type LabelPair, labelSet, type MetricType } from './family.ts';

export interface PluginHealth {
  readonly name: string;
  readonly state: string;
  readonly duration_ms: number | null;
  /** Milliseconds since the epoch. */
  readonly last_sample: number | null;
}

/** One family of values with labels. */
export function family(
  [name, type, unit, help]: readonly [name: string, type: MetricType, unit: string | null, help: string],
  time: number,
  values: readonly (readonly [value: number | null, ...labels: LabelPair[]])[],
): Family {
  const samples = values.flatMap(([value, ...labels]) =>
    value === null ? [] : [{ labels: labelSet(labels), value }],
  );
  return { name, type, unit, help, time, samples };
}

export function buildInfo(version: string, node: string, time: number): Family {
  const head = ['gander_build', 'info', null, 'Versions of Gander and of Node.js.'] as const;
  return family(head, time, [[1, ['version', version], ['node', node]]]);
}

/** @param isFresh whether what a plugin last said is recent enough to be exported */
export function pluginFamilies(
  states: readonly PluginHealth[],
  isFresh: (plugin: string) => boolean,
  time: number,
): Family[] {
  const known = states.filter(({ state }) => state !== 'unsupported');
  const each = (value: (state: PluginHealth) => number | null) =>
    known.map((state) => [value(state), ['plugin', state.name]] as const);
  return [
    family(
      ['gander_plugin_up', 'gauge', null, 'The plugin works, and its values are recent.'],
      time,
      each(({ name, state }) => Number((state === 'ok' || state === 'paused') && isFresh(name))),
    ),
    family(
      ['gander_plugin_last_sample_timestamp_seconds', 'gauge', 'seconds', 'When it was last read.'],
      time,
      each(({ last_sample: at }) => (at === null ? null : at / 1000)),
    ),
    family(
      ['gander_plugin_read_seconds', 'gauge', 'seconds', 'How long the last read took.'],
      time,
      each(({ duration_ms: ms }) => (ms === null ? null : ms / 1000)),
    ),
  ];
}

export function alertFamilies(events: readonly AlertEvent[], time: number): Family[] {
  const active = events.filter(({ end }) => end === -1);
  const count = (state: AlertEvent['state']) =>
    [active.filter((event) => event.state === state).length, ['state', state.toLowerCase()]] as const;
  return [
    family(['gander_alerts', 'gauge', null, 'Events that last.'], time, [
      count('WARNING'),
      count('CRITICAL'),
    ]),
    family(
      ['gander_alert_active', 'gauge', null, 'An event that lasts, by the value it is about.'],
      time,
      [...new Map(active.map((event) => [event.type, event])).values()].map(
        ({ type, state }) => [1, ['type', labelValue(type)], ['state', state.toLowerCase()]] as const,
      ),
    ),
  ];
}

export function droppedFamilies(dropped: ReadonlyMap<string, number>, time: number): Family[] {
  if (dropped.size === 0) return [];
  const head = [
    'gander_metrics_dropped_items',
    'gauge',
    null,
    'Items left out since there are more than max_items.',
  ] as const;
  return [
    family(
      head,
      time,
      [...dropped].map(([plugin, count]) => [count, ['plugin', plugin]] as const),
    ),
  ];
}
