/**
 * OpenTelemetry's standard environment variables, for keys not configured:
 * https://opentelemetry.io/docs/specs/otel/protocol/exporter/ and …/specs/otel/configuration/sdk-environment-variables/
 */
import { OptionError } from '../../../core/option-parse.ts';
import { parseHeaders, parseWebUrl } from '../../../net/deliver/parse.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const PROTOCOLS = ['http/protobuf', 'http/json'];
const COMPRESSIONS = ['gzip', 'none'];

/** Values of keys. Throws an `OptionError` that names the variable but no value. */
export function otelOptions(environment: Environment): Readonly<Record<string, unknown>> {
  const read = <T>(names: readonly string[], parse: (text: string) => T): T | undefined => {
    const name = names.find((one) => (environment[one] ?? '').trim() !== '');
    if (name === undefined) return undefined;
    try {
      return parse((environment[name] ?? '').trim());
    } catch (error) {
      if (!(error instanceof OptionError)) throw error;
      throw new OptionError(`cannot use the variable ${name}: ${error.message}`);
    }
  };
  // A variable for metrics precedes one for all signals.
  const ofExporter = (word: string): string[] => [
    `OTEL_EXPORTER_OTLP_METRICS_${word}`,
    `OTEL_EXPORTER_OTLP_${word}`,
  ];
  return {
    metrics_endpoint: read(['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'], parseWebUrl),
    endpoint: read(['OTEL_EXPORTER_OTLP_ENDPOINT'], parseWebUrl),
    protocol: read(ofExporter('PROTOCOL'), oneOf(PROTOCOLS)),
    compression: read(ofExporter('COMPRESSION'), oneOf(COMPRESSIONS)),
    headers: read(ofExporter('HEADERS'), (text) =>
      parseHeaders(
        pairsIn(text)
          .map((pair) => pair.join(': '))
          .join(','),
      ),
    ),
    resource_attributes: attributesOf(
      read(['OTEL_RESOURCE_ATTRIBUTES'], pairsIn),
      read(['OTEL_SERVICE_NAME'], String),
    ),
  };
}

const oneOf =
  (words: readonly string[]) =>
  (text: string): string => {
    if (!words.includes(text)) throw new OptionError(`expected ${words.join(' or ')}`);
    return text;
  };

function attributesOf(
  pairs: readonly (readonly [string, string])[] | undefined,
  service: string | undefined,
): ReadonlyMap<string, string> | undefined {
  if (pairs === undefined && service === undefined) return undefined;
  return new Map([...(pairs ?? []), ...(service === undefined ? [] : [['service.name', service] as const])]);
}

/** `key=value,key=value`, percent-encoded like W3C Baggage. */
function pairsIn(text: string): [name: string, value: string][] {
  return text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new OptionError('expected key=value pairs separated by commas');
      return [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    throw new OptionError('expected % to be written as %25');
  }
}
