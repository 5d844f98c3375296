/** Requests of the OTLP exporter for made cycles. */
import { exporterNamed, openingOf } from './exporter-opening.ts';
import { type Family, labelSet, type LabelPair } from '../../src/export/metrics/family.ts';
import type { Point } from '../../src/export/metrics/points.ts';
import type { Cycle } from '../../src/export/exporters/exporter.ts';

export const MINUTE = 60_000;

/** Seconds since 1970. */
export const PROCESS_START = Date.UTC(2026, 0, 2, 3, 4, 5, 250) / 1000;

export const START = Date.UTC(2100, 0, 1);

export interface Request {
  resourceMetrics: {
    resource: { attributes: { key: string; value: { stringValue?: string; intValue?: number } }[] };
    scopeMetrics: { metrics: { name: string; unit: string; sum?: Data; gauge?: Data }[] }[];
  }[];
}

export interface Data {
  isMonotonic?: boolean;
  dataPoints: {
    attributes: Request['resourceMetrics'][number]['resource']['attributes'];
    startTimeUnixNano: string;
    asDouble: number;
  }[];
}

export const family = (
  name: string,
  type: Family['type'],
  ...samples: [value: number, ...labels: LabelPair[]][]
): Family => ({
  name,
  type,
  unit: null,
  help: '',
  time: 0,
  samples: samples.map(([value, ...labels]) => ({ labels: labelSet(labels), value })),
});

export const pairs = (attributes: Request['resourceMetrics'][number]['resource']['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

/** Requests of cycles, one minute after the other. */
export function requests(
  options: Record<string, unknown>,
  ...cycles: Partial<Record<'families' | 'kernel' | 'points', readonly unknown[]>>[]
) {
  const encode = exporterNamed('otlp').encoder(
    openingOf(exporterNamed('otlp'), { protocol: 'http/json', compression: 'none', ...options }),
  );
  return cycles.map(({ families = [], kernel = [], points = [] }, index) => {
    const cycle: Cycle = {
      time: START + index * MINUTE,
      host: 'testhost',
      interval: 60,
      families: () => families as Family[],
      kernel: kernel as Family[],
      points: () => points as Point[],
      startOf: (pid) => (pid === 42 ? PROCESS_START : null),
    };
    return encode(cycle).map(({ bytes, samples }) => {
      const { resourceMetrics } = JSON.parse(Buffer.from(bytes).toString('utf8')) as Request;
      const groups = resourceMetrics.map(({ resource, scopeMetrics }) => ({
        resource: pairs(resource.attributes),
        metrics: scopeMetrics.flatMap(({ metrics }) =>
          metrics.map(({ name, sum, gauge }) => ({
            name,
            points: (sum ?? gauge)?.dataPoints.map(({ attributes, startTimeUnixNano, asDouble }) => ({
              ...pairs(attributes),
              start: Number(BigInt(startTimeUnixNano ?? 0) / 1_000_000n) - START,
              value: asDouble,
            })),
          })),
        ),
      }));
      return { samples, groups };
    });
  });
}

/** The groups of the only request of the only cycle. */
export const groupsOf = (cycle: Parameters<typeof requests>[1], options = {}) =>
  requests(options, cycle)[0]?.[0]?.groups ?? [];
