/** Metrics of the agent itself and of its events. */
import type { AlertState, SavedEvent } from '../../core/event.ts';
import { labelValue } from './escape.ts';
import {
  type Descriptor,
  type Family,
  type LabelPair,
  labelSet,
  type MetricType,
  type Sample,
} from './family.ts';

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

const UP = descriptor('gander_plugin_up', null, 'The plugin works, and its values are recent.');
const LAST_SAMPLE = descriptor(
  'gander_plugin_last_sample_timestamp_seconds',
  'seconds',
  'When it was last read.',
);
const READ = descriptor('gander_plugin_read_seconds', 'seconds', 'How long the last read took.');

function descriptor(name: string, unit: string | null, help: string): Descriptor {
  return { name, type: 'gauge', unit, help };
}

/** @param isFresh whether a plugin's snapshot is recent enough to export */
type PluginFamilies = (
  states: readonly PluginHealth[],
  isFresh: (plugin: string) => boolean,
  time: number,
) => Family[];

export function createPluginFamilies(plugins: readonly { readonly name: string }[]): PluginFamilies {
  const sets = new Map(plugins.map(({ name }) => [name, labelSet([['plugin', name]])]));
  return (states, isFresh, time) => {
    const each = (family: Descriptor, valueOf: (state: PluginHealth) => number | null): Family => {
      const samples: Sample[] = [];
      for (const state of states) {
        const labels = state.state === 'unsupported' ? undefined : sets.get(state.name);
        const value = valueOf(state);
        if (labels !== undefined && value !== null) samples.push({ labels, value });
      }
      return { ...family, time, samples };
    };
    return [
      each(UP, ({ name, state }) => Number((state === 'ok' || state === 'paused') && isFresh(name))),
      each(LAST_SAMPLE, ({ last_sample: at }) => (at === null ? null : at / 1000)),
      each(READ, ({ duration_ms: ms }) => (ms === null ? null : ms / 1000)),
    ];
  };
}

/** An ongoing event. */
export type LastingEvent = Pick<SavedEvent, 'event' | 'identity' | 'finding'>;

export function alertFamilies(events: readonly LastingEvent[], time: number): Family[] {
  const count = (state: AlertState) =>
    [events.filter(({ event }) => event.state === state).length, ['state', state.toLowerCase()]] as const;
  // Two values of an item may have the same name.
  const named = new Map(events.map((one) => [`${one.event.type}\0${one.identity ?? ''}`, one]));
  return [
    family(['gander_alerts', 'gauge', null, 'Ongoing events.'], time, [count('WARNING'), count('CRITICAL')]),
    family(
      ['gander_alert_active', 'gauge', null, 'Ongoing event, by kind and subject.'],
      time,
      [...named.values()].map(({ event: { type, state }, identity, finding }) => [
        1,
        ['kind', finding?.kind ?? 'THRESHOLD'],
        ['type', labelValue(type)],
        ...(identity === null ? [] : [['subject', labelValue(identity)] as const]),
        ['level', state.toLowerCase()],
      ]),
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
