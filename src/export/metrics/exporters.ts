/** Metrics of the exporters. */
import { closed, listOf, number, oneOf, orNull, text, type TypeOf } from '../../core/shape.ts';
import { service } from '../../core/parts/service.ts';
import { type Family, type LabelPair, labelSet, type Sample } from './family.ts';
import { family } from './own.ts';

const time = (description: string) => orNull(number(`${description}; null: none.`));
const ms = (description: string) => orNull(number(`${description} in milliseconds; null: no request yet.`));

/** State of an exporter: an entry of `/api/exporters`. Times are milliseconds since the epoch. */
export const EXPORTER = closed('An exporter.', {
  name: text('Name of its section.'),
  type: text('Type of the exporter.'),
  state: oneOf(
    ['ok', 'starting', 'failing', 'paused', 'stalled', 'unsupported', 'off'],
    'starting: nothing sent yet; failing: the target rejects values, which wait; paused: the target asked to wait; stalled: a request has not ended within its timeout; unsupported: an optional package is missing; off: its section has `disable=True`.',
  ),
  reason: orNull(text('The problem and its remedy; null when there is none.')),
  target: text('Its target, without secrets.'),
  interval: number('Seconds between two exports.'),
  plugins: listOf(text(), { description: 'Plugins whose values it sends.' }),
  last_success: time('Last success'),
  last_try: time('Last request'),
  last_error: orNull(text('Reason of the last failure; null: none.')),
  failing_since: orNull(number('Start of the current run of failures; null: none.')),
  consecutive_failures: number('Failed requests in a row.'),
  failed_requests: number('Number of failed requests.'),
  next_try: time('Next request'),
  queued_batches: number('Number of queued batches.'),
  queued_bytes: number('Size of the queue in bytes.'),
  queued_oldest: time('Time of the oldest queued batch'),
  sent_samples: number('Number of samples that the target accepted.'),
  sent_bytes: number('Number of bytes that the target accepted.'),
  dropped_samples: closed('Number of lost samples, by reason.', {
    full: number('The queue was full.'),
    age: number('They were too old.'),
    refused: number('The target refused them.'),
  }),
  thinned_batches: number('Number of batches removed to make room in a full queue.'),
  repeated_batches: number('Number of batches sent again because the target had not confirmed them.'),
  send_ms: closed('Duration of recent requests.', {
    last: ms('Last one'),
    p50: ms('Median'),
    p99: ms('99th percentile'),
  }),
  send_times: closed('Histogram of the duration of all requests.', {
    bounds: listOf(number(), { description: 'Upper bounds in seconds.' }),
    counts: listOf(number(), { description: 'Cumulative number of requests by bound, then of all.' }),
    sum: number('Total duration in seconds.'),
  }),
  encode_ms: number('Duration of the last encoding in milliseconds.'),
  encode_seconds: number('Total duration of encoding in seconds.'),
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
      ['gander_exporter_up', 'gauge', null, '1 if the target accepted the last values.'],
      time,
      each(({ state }) => Number(state === 'ok')),
    ),
    family(
      ['gander_exporter_sent_samples', 'counter', null, 'Values that the target accepted.'],
      time,
      each((report) => report.sent_samples),
    ),
    family(
      ['gander_exporter_sent_bytes', 'counter', 'bytes', 'Bytes of requests that the target accepted.'],
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
      ['gander_exporter_queue_bytes', 'gauge', 'bytes', 'Size of the queue.'],
      time,
      each((report) => report.queued_bytes),
    ),
    family(
      ['gander_exporter_queue_oldest_seconds', 'gauge', 'seconds', 'Age of the oldest queued value.'],
      time,
      each(({ queued_oldest: oldest }) => (oldest === null ? 0 : Math.max(0, time - oldest) / 1000)),
    ),
    family(
      ['gander_exporter_encode_seconds', 'counter', 'seconds', 'Time spent encoding.'],
      time,
      each((report) => report.encode_seconds),
    ),
    {
      name: 'gander_exporter_send_seconds',
      type: 'histogram',
      unit: 'seconds',
      help: 'Duration of requests.',
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
