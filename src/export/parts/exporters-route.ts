/** State of exporters, outside the frozen versions of the API. */
import { listOf, text } from '../../core/shape.ts';
import { optional } from '../../core/parts/service.ts';
import { EXPORTER, type ExporterState, RunningExporters } from '../metrics/exporters.ts';
import { answering } from '../../http/server/answer.ts';
import { unknownExporter } from '../../http/server/errors.ts';
import { inPath } from '../../http/openapi/parameters.ts';
import { EVERYTHING } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { pathParameter } from '../../http/server/params.ts';

const uses = { exports: optional(RunningExporters) };

export const EXPORTER_EXAMPLE: ExporterState = {
  name: 'influxdb2',
  type: 'influxdb2',
  state: 'failing',
  reason: 'connect ECONNREFUSED 10.0.0.7:8086',
  target: 'https://influx.example.org:8086 (bucket hosts)',
  interval: 10,
  plugins: ['cpu', 'load', 'mem'],
  last_success: 1_795_222_307_015,
  last_try: 1_795_222_327_032,
  last_error: 'connect ECONNREFUSED 10.0.0.7:8086',
  failing_since: 1_795_222_317_020,
  consecutive_failures: 4,
  failed_requests: 4,
  next_try: 1_795_222_333_127,
  queued_batches: 2,
  queued_bytes: 5312,
  queued_oldest: 1_795_222_317_003,
  sent_samples: 81_200,
  sent_bytes: 1_204_411,
  dropped_samples: { full: 0, age: 0, refused: 0 },
  thinned_batches: 0,
  repeated_batches: 3,
  send_ms: { last: 1.2, p50: 3.4, p99: 9.8 },
  send_times: {
    bounds: [0.005, 0.02, 0.1, 0.5, 1, 2, 5],
    counts: [820, 1011, 1020, 1024, 1024, 1024, 1024, 1024],
    sum: 4.126,
  },
  encode_ms: 1.1,
  encode_seconds: 1.304,
};

export const exporterRoutes = [
  defineRoute({
    path: '/api/exporters',
    access: 'viewer',
    uses,
    id: 'getExporters',
    tag: EVERYTHING,
    summary: 'State of every exporter, with reasons',
    description: 'Times are milliseconds since 1970.',
    answer: listOf(EXPORTER),
    says: 'Enabled exporters, and those that their sections disable.',
    example: [EXPORTER_EXAMPLE],
    handler: answering(({ exports }) => exports?.states() ?? []),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/exporters/{name}/flush',
    access: 'admin',
    uses,
    id: 'flushExporter',
    tag: EVERYTHING,
    summary: 'Send queued values now',
    parameters: [inPath('name', 'Name of the exporter.', text(), 'influxdb2')],
    answer: { type: 'null' },
    says: 'Sending has started.',
    example: null,
    refusals: { '404': 'UnknownName' },
    handler: answering(({ exports }, request) => {
      const name = pathParameter(request, 'name');
      if (exports?.flush(name) !== true) throw unknownExporter(name);
      return null;
    }),
  }),
];
