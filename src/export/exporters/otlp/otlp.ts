import { uptime } from 'node:os';
import { gzipSync } from 'node:zlib';
import {
  choiceOption,
  flagOption,
  type OptionValues,
  parsedOption,
  parsedSecretOption,
} from '../../../core/options.ts';
import { parseHeaders, parseWebUrl } from '../../../net/deliver/parse.ts';
import { defineExporter } from '../exporter.ts';
import { publicUrl } from '../../../core/redact.ts';
import { httpSession } from '../shared/http.ts';
import { parseTags, verifyOption } from '../shared/options.ts';
import { judge } from './answer.ts';
import { jsonRequest, protobufRequest, type ResourceMetrics } from './encode.ts';
import { otelOptions } from './environment.ts';
import { divided } from './groups.ts';
import { bootTime, kernelFamilies } from './kernel.ts';
import { otlpMetrics, type OtlpMetric } from './metrics.ts';
import { KERNEL_MAPPINGS } from './names.ts';
import { processesIn } from './processes.ts';
import { createResource } from './resource.ts';
import { createStarts } from './starts.ts';
import { withStates } from './states.ts';

const options = {
  endpoint: parsedOption(
    parseWebUrl,
    'Address of the collector; /v1/metrics is added. Keys that are not set follow the variables OTEL_EXPORTER_OTLP_*, OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME.',
    'http://localhost:4318',
  ),
  metrics_endpoint: parsedOption(
    parseWebUrl,
    'Whole address of the requests, in place of endpoint.',
    'http://localhost:4318/v1/metrics',
  ),
  protocol: {
    ...choiceOption(['http/protobuf', 'http/json'], undefined, 'Form of the requests; unset: http/protobuf.'),
    example: 'http/json',
  },
  compression: {
    ...choiceOption(['gzip', 'none'], undefined, 'Whether they are compressed; unset: gzip.'),
    example: 'none',
  },
  headers: parsedSecretOption(
    parseHeaders,
    'Further headers, as Name: value pairs separated by commas.',
    'X-Scope-OrgID: team',
  ),
  resource_attributes: parsedOption(
    parseTags,
    'Attributes of this host, as name:value pairs separated by commas.',
    'deployment.environment.name:production',
  ),
  host_addresses: flagOption(
    false,
    'Whether the IP and MAC addresses of this host are attributes of it: host.ip and host.mac.',
  ),
  command_line: flagOption(
    false,
    'Whether command lines are attributes of the processes that [processlist] export selects.',
  ),
  verify_ssl: verifyOption(),
};

/** Most points of one request. */
const AT_ONCE = 2000;

/** OpenTelemetry over HTTP. */
export default defineExporter({
  name: 'otlp',
  description: 'OpenTelemetry (OTLP over HTTP): the Collector and compatible receivers.',
  options,
  sendsLimits: false,
  interval: 15,
  readsKernel: true,
  fromEnvironment: otelOptions,
  target: (given) => publicUrl(addressOf(given)),
  encoder({ options: { protocol, compression, command_line: hasCommand, ...more }, host }) {
    const starts = createStarts();
    let boot: number | null = null;
    const agent = Date.now() - process.uptime() * 1000;
    const { resource_attributes: given = new Map(), host_addresses: hasAddresses } = more;
    const resourceOf = createResource({ host, given, hasAddresses });
    const encode = protocol === 'http/json' ? jsonRequest : protobufRequest;
    return (cycle) => {
      const { time } = cycle;
      starts.begin(time);
      // Stable over restarts of the agent, as far as the kernel's boot time is stable; it changes with the clock.
      boot ??= bootTime(cycle.kernel ?? []) ?? Date.now() - uptime() * 1000;
      const first = boot;
      const points = cycle.points();
      const resource = resourceOf(points);
      const { host: ofHost, containers } = divided(cycle.families());
      const families = withStates(ofHost);
      const kernel = kernelFamilies(cycle.kernel ?? [], (name) => KERNEL_MAPPINGS.has(name));
      const own: ResourceMetrics = {
        resource,
        metrics: otlpMetrics([...families, ...kernel], time, { starts, key: '', first, agent }),
      };
      const others = [...containers, ...processesIn(points, cycle, hasCommand)].map(
        (subject): ResourceMetrics => ({
          resource: [...resource, ...subject.resource],
          metrics: otlpMetrics(subject.families, time, {
            starts,
            key: subject.key,
            first: subject.start ?? first,
            isExact: subject.start !== undefined,
          }),
        }),
      );
      return portions([own, ...others], AT_ONCE).map((some) => {
        const bytes = encode(some);
        return {
          bytes: compression === 'none' ? bytes : gzipSync(bytes, { level: 1 }),
          samples: some.reduce((sum, { metrics }) => sum + pointsIn(metrics), 0),
        };
      });
    };
  },
  open({ options: given, certificates }) {
    const { protocol, compression, headers, verify_ssl: verify } = given;
    return httpSession({
      url: addressOf(given),
      headers: {
        ...Object.fromEntries(headers ?? []),
        'content-type': protocol === 'http/json' ? 'application/json' : 'application/x-protobuf',
        ...(compression !== 'none' && { 'content-encoding': 'gzip' }),
      },
      certificates,
      verify,
      judge,
    });
  },
});

function addressOf({ endpoint, metrics_endpoint: whole }: Addresses): URL {
  if (whole !== undefined) return new URL(whole);
  const url = new URL(endpoint ?? 'http://localhost:4318');
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/metrics`;
  return url;
}

type Addresses = Pick<OptionValues<typeof options>, 'endpoint' | 'metrics_endpoint'>;

const pointsIn = (metrics: readonly OtlpMetric[]): number =>
  metrics.reduce((sum, { points }) => sum + points.length, 0);

/** Requests of about this many points; a metric is never split. */
function portions(groups: readonly ResourceMetrics[], most: number): ResourceMetrics[][] {
  const requests: ResourceMetrics[][] = [];
  let size = most;
  for (const { resource, metrics } of groups) {
    let own: OtlpMetric[] = [];
    for (const metric of metrics.filter(({ points }) => points.length > 0)) {
      if (size + metric.points.length > most) {
        requests.push([]);
        [size, own] = [0, []];
      }
      if (own.length === 0) requests.at(-1)?.push({ resource, metrics: own });
      own.push(metric);
      size += metric.points.length;
    }
  }
  return requests;
}
