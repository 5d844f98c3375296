/** Metrics of the exporters. */
import { service } from '../../core/parts/service.ts';
import { type Family, type LabelPair, labelSet, type Sample } from './family.ts';
import { family } from './own.ts';

/** State of an exporter. Times are milliseconds since the epoch. */
export interface ExporterReport {
  readonly name: string;
  readonly state: string;
  readonly queued_bytes: number;
  readonly queued_oldest: number | null;
  readonly sent_samples: number;
  readonly sent_bytes: number;
  readonly failed_requests: number;
  /** Cumulative counts of requests by duration; the last is the total. */
  readonly send_times: {
    readonly bounds: readonly number[];
    readonly counts: readonly number[];
    readonly sum: number;
  };
  readonly encode_seconds: number;
  readonly dropped_samples: { readonly full: number; readonly age: number; readonly refused: number };
}

export interface RunningExporters {
  states(): readonly ExporterReport[];
  /** Retries what is queued; false for an unknown name. */
  flush(name: string): boolean;
}
export const RunningExporters = service<RunningExporters>('exporters');

/** Running exporters. */
export function exporterFamilies(all: readonly ExporterReport[], time: number): Family[] {
  const reports = all.filter(({ state }) => state !== 'off');
  if (reports.length === 0) return [];
  const each = (value: (report: ExporterReport) => number | null) =>
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

function sendSamples({ name, send_times: { bounds, counts, sum } }: ExporterReport): Sample[] {
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
