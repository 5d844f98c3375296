import { arch, release, uptime } from 'node:os';
import { gzipSync } from 'node:zlib';
import { readSmallFile } from '../../files/read-small-file.ts';
import { choiceOption, type OptionValues, parsedOption, parsedSecretOption } from '../../core/options.ts';
import { VERSION } from '../../core/version.ts';
import type { HttpAnswer } from '../../deliver/http-answer.ts';
import { parseHeaders, parseWebUrl } from '../../deliver/parse.ts';
import { type Verdict, verdictOf } from '../../deliver/verdict.ts';
import { defineExporter } from '../exporter.ts';
import { httpSession, shownUrl } from '../shared/http.ts';
import { parseTags, verifyOption } from '../shared/options.ts';
import { jsonRequest, protobufRequest } from './encode.ts';
import { otelOptions } from './environment.ts';
import { type Attributes, otlpMetrics, type OtlpMetric, type Starts } from './metrics.ts';

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
  verify_ssl: verifyOption(),
};

const METRICS_AT_ONCE = 500;

/** OpenTelemetry over HTTP. */
export default defineExporter({
  name: 'otlp',
  description: 'OpenTelemetry (OTLP over HTTP): the Collector, and all that takes what it does.',
  options,
  delivery: 'queued',
  sendsLimits: false,
  interval: 15,
  fromEnvironment: otelOptions,
  target: (given) => shownUrl(addressOf(given)),
  encoder({ options: { protocol, compression, resource_attributes: given }, host }) {
    const starts: Starts = new Map();
    const boot = Date.now() - uptime() * 1000;
    const resource = resourceOf(host, given ?? new Map());
    const encode = protocol === 'http/json' ? jsonRequest : protobufRequest;
    const packed = (metrics: readonly OtlpMetric[]): Uint8Array => {
      const bytes = encode(resource, metrics);
      return compression !== 'none' ? gzipSync(bytes, { level: 1 }) : bytes;
    };
    return (cycle) => {
      const metrics = otlpMetrics(cycle.families(), cycle.time, { boot, starts });
      const payloads = [];
      for (let from = 0; from < metrics.length; from += METRICS_AT_ONCE) {
        const some = metrics.slice(from, from + METRICS_AT_ONCE);
        payloads.push({
          bytes: packed(some),
          samples: some.reduce((sum, { points }) => sum + points.length, 0),
        });
      }
      return payloads;
    };
  },
  open({ options: given, ca }) {
    const { protocol, compression, headers, verify_ssl: verify } = given;
    return httpSession({
      url: addressOf(given),
      headers: {
        ...Object.fromEntries(headers ?? []),
        'content-type': protocol === 'http/json' ? 'application/json' : 'application/x-protobuf',
        ...(compression !== 'none' && { 'content-encoding': 'gzip' }),
      },
      ca,
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

/** The specification names the answers after which a request is sent again; all others are final. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

function judge(answer: HttpAnswer, now: number): Verdict {
  const verdict = verdictOf(answer, now);
  if (verdict.kind === 'sent') return partial(answer, verdict);
  if (PASSING.has(answer.status) || verdict.kind === 'wait') return verdict;
  return { kind: 'drop', answer: verdict.answer };
}

/** A partial success says how many points were refused; what it took is not sent again. */
function partial({ headers, body }: HttpAnswer, verdict: Verdict): Verdict {
  if (!String(headers['content-type']).includes('json') || body === '') return verdict;
  try {
    const { partialSuccess } = JSON.parse(body) as {
      partialSuccess?: { rejectedDataPoints?: string | number; errorMessage?: string };
    };
    const refused = Number(partialSuccess?.rejectedDataPoints ?? 0);
    return refused > 0
      ? { kind: 'sent', answer: partialSuccess?.errorMessage ?? 'partial success', refused }
      : verdict;
  } catch {
    return verdict;
  }
}

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', ia32: 'x86', arm: 'arm32' };

function resourceOf(host: string, given: ReadonlyMap<string, string>): Attributes {
  const machine = machineId();
  return [
    ...new Map([
      ['service.name', 'gander'],
      ['service.version', VERSION],
      ['service.instance.id', machine ?? host],
      ['host.name', host],
      ...(machine === null ? [] : ([['host.id', machine]] as const)),
      ['host.arch', ARCHITECTURES[arch()] ?? arch()],
      ['os.type', 'linux'],
      ['os.version', release()],
      ...given,
    ]),
  ];
}

function machineId(): string | null {
  try {
    return readSmallFile('/etc/machine-id').toString('latin1').trim() || null;
  } catch {
    return null;
  }
}
