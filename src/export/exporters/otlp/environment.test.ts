import { describe, expect, it } from 'vitest';
import { otelOptions } from './environment.ts';

describe('the variables of OpenTelemetry', () => {
  it('stand for keys; one for metrics wins over one for all signals', () => {
    expect(
      otelOptions({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector:4318/base',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=all',
        OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'api-key=a%20b, X-Team=ops',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_COMPRESSION: 'none',
        OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,site=K%C3%B6ln%2C%20west',
        OTEL_SERVICE_NAME: 'hosts',
      }),
    ).toEqual({
      metrics_endpoint: undefined,
      endpoint: new URL('https://collector:4318/base'),
      protocol: 'http/json',
      compression: 'none',
      headers: new Map([
        ['api-key', 'a b'],
        ['x-team', 'ops'],
      ]),
      resource_attributes: new Map([
        ['service.name', 'hosts'],
        ['site', 'Köln, west'],
      ]),
    });
  });

  it('that are empty are as if they were not there', () => {
    const found = otelOptions({ OTEL_EXPORTER_OTLP_ENDPOINT: ' ', OTEL_SERVICE_NAME: '' });
    expect(Object.values(found).every((value) => value === undefined)).toBe(true);
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'expected http/protobuf or http/json'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'collector:4317',
      'expected an address that starts with https:// or http://',
    ],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', 'expected key=value pairs separated by commas'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz', 'expected % to be written as %25'],
  ])('%s=%s is said to be wrong', (name, value, reason) => {
    expect(() => otelOptions({ [name]: value })).toThrow(`cannot use the variable ${name}: ${reason}`);
  });
});
