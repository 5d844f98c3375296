/** Metrics of the exporters. */
import {
  closed,
  listOf,
  number,
  numbers,
  oneOf,
  orNull,
  text,
  texts,
  type TypeOf,
} from '../../core/shape.ts';
import { service } from '../../core/parts/service.ts';
import { type Family, type LabelPair, labelSet, type Sample } from './family.ts';
import { family } from './own.ts';

const NULLABLE = orNull(number());

/** State of an exporter: an entry of `/api/exporters`. Times are milliseconds since the epoch. */
export const EXPORTER = closed('', {
  ...texts('name', 'type'),
  state: oneOf(
    ['ok', 'starting', 'failing', 'paused', 'stalled', 'unsupported', 'off'],
    'starting: nothing sent yet; failing: the target rejects values, which wait; paused: the target asked to wait; stalled: a request has not ended within its timeout; unsupported: an optional package is missing; off: its section has `disable=True`.',
  ),
  reason: orNull(text('The problem and its remedy; null when there is none.')),
  target: text('Its target, without secrets.'),
  interval: number('Seconds between two exports.'),
  plugins: listOf(text(), { description: 'Plugins whose values it sends.' }),
  last_success: NULLABLE,
  last_try: NULLABLE,
  last_error: orNull(text()),
  failing_since: orNull(number('Start of the current run of failures; null: none.')),
  ...numbers('consecutive_failures', 'failed_requests'),
  next_try: NULLABLE,
  ...numbers('queued_batches', 'queued_bytes'),
  queued_oldest: NULLABLE,
  ...numbers('sent_samples', 'sent_bytes'),
  dropped_samples: closed('', numbers('full', 'age', 'refused')),
  thinned_batches: number(),
  repeated_batches: number('Number of times a batch was sent again because the target had not confirmed it.'),
  send_ms: closed('', { last: NULLABLE, p50: NULLABLE, p99: NULLABLE }),
  send_times: closed(
    'How long all requests took: so many took so many seconds (`bounds`) or less; the last number is all of them.',
    { bounds: listOf(number()), counts: listOf(number()), sum: number() },
  ),
  encode_ms: number(),
  encode_seconds: number('Total time spent encoding.'),
});
export type ExporterState = TypeOf<typeof EXPORTER>;

export interface RunningExporters {
  states(): readonly ExporterState[];
  /** Retries what is queued; false for an unknown name. */
  flush(name: string): boolean;
}
export const RunningExporters = service<RunningExporters>('exporters');

/** Running exporters. */
export function exporterFamilies(all: readonly ExporterState[], time: number): Family[] {
  const reports = all.filter(({ state }) => state !== 'off');
  if (reports.length === 0) return [];
  const each = (value: (report: ExporterState) => number | null) =>
    reports.map((report) => [value(report), ['exporter', report.name]] as const);
  const dropped = reports.flatMap(({ name, dropped_samples: samples }) =>
    Object.entries(samples).map(
      ([reason, count]) => [count, ['exporter', name], ['reason', reason]] as const,
    ),
  );
  return [
    family(
      ['gander_exporter_up', 'gauge', null, 'The target took the last values.'],
      time,
      each(({ state }) => Number(state === 'ok')),
    ),
    family(
      ['gander_exporter_sent_samples', 'counter', null, 'Values that the target took.'],
      time,
      each((report) => report.sent_samples),
    ),
    family(
      ['gander_exporter_sent_bytes', 'counter', 'bytes', 'Bytes of requests that the target took.'],
      time,
      each((report) => report.sent_bytes),
    ),
    family(
      ['gander_exporter_failed_requests', 'counter', null, 'Requests that will be repeated.'],
      time,
      each((report) => report.failed_requests),
    ),
    family(
      ['gander_exporter_dropped_samples', 'counter', null, 'Values that will never be sent.'],
      time,
      dropped,
    ),
    family(
      ['gander_exporter_queue_bytes', 'gauge', 'bytes', 'What waits to be sent.'],
      time,
      each((report) => report.queued_bytes),
    ),
    family(
      ['gander_exporter_queue_oldest_seconds', 'gauge', 'seconds', 'Age of the oldest value that waits.'],
      time,
      each(({ queued_oldest: oldest }) => (oldest === null ? 0 : Math.max(0, time - oldest) / 1000)),
    ),
    family(
      ['gander_exporter_encode_seconds', 'counter', 'seconds', 'Time in which values became requests.'],
      time,
      each((report) => report.encode_seconds),
    ),
    {
      name: 'gander_exporter_send_seconds',
      type: 'histogram',
      unit: 'seconds',
      help: 'How long requests took.',
      time,
      samples: reports.flatMap(sendSamples),
    },
  ];
}

function sendSamples({ name, send_times: { bounds, counts, sum } }: ExporterState): Sample[] {
  const exporter: LabelPair = ['exporter', name];
  const all = counts.at(-1) ?? 0;
  return [
    ...[...bounds.map(String), '+Inf'].map((bound, index): Sample => ({
      labels: labelSet([exporter, ['le', bound]]),
      value: counts[index] ?? all,
      suffix: '_bucket',
    })),
    { labels: labelSet([exporter]), value: sum, suffix: '_sum' },
    { labels: labelSet([exporter]), value: all, suffix: '_count' },
  ];
}
