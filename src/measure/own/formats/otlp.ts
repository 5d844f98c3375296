/**
 * Metrics of OpenTelemetry (https://opentelemetry.io/docs/specs/otlp/): gauges, sums, and the counts and sums of histograms and
 * summaries. Of the resource, the name and the instance of the service are labels.
 */
import type { Json, JsonObject, ServedMember } from '../../../core/served.ts';
import type { Unit } from '../../../core/unit.ts';
import type { Pushed } from '../pushed.ts';
import {
  checkedLabels,
  checkedValue,
  type Label,
  madeLabel,
  madeName,
  plainWords,
  Refused,
  type Sample,
} from '../sample.ts';
import { unitNamed } from '../units.ts';

const OF_RESOURCE: ReadonlySet<string> = new Set(['service.name', 'service.instance.id']);
/** AGGREGATION_TEMPORALITY_DELTA */
const DELTA: ReadonlySet<ServedMember> = new Set([1, 'AGGREGATION_TEMPORALITY_DELTA']);
/** DATA_POINT_FLAGS_NO_RECORDED_VALUE_MASK */
const NO_VALUE = 1;
/** Data points of one request. */
const MOST_POINTS = 5000;
/** Units of UCUM that have another name here. */
const UNITS: Readonly<Record<string, Unit>> = { By: 'bytes', Cel: 'celsius', W: 'watt', '1': 'number' };

/** @returns the number of points that were refused. Throws {@link Refused} for what has no such form */
export function takeOtlp(body: Json, pushed: Pushed): number {
  const { resourceMetrics } = objectIn(body);
  if (!Array.isArray(resourceMetrics)) throw new Refused('expected resourceMetrics');
  let points = 0;
  let refused = 0;
  for (const one of listIn(resourceMetrics)) {
    const resource = labelsOf(objectIn(one['resource'])['attributes']).filter(([name]) =>
      OF_RESOURCE.has(name),
    );
    for (const metric of listIn(one['scopeMetrics']).flatMap(({ metrics }) => listIn(metrics)))
      for (const point of pointsOf(metric)) {
        points += 1;
        if (points > MOST_POINTS) throw new Refused(`it has more than ${MOST_POINTS} points`);
        try {
          point(resource, pushed);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          refused += 1;
          pushed.refuse({ place: nameOf(metric).slice(0, 60), reason: error.message });
        }
      }
  }
  return refused;
}

type Point = (resource: readonly Label[], pushed: Pushed) => void;

function pointsOf(metric: JsonObject): Point[] {
  const { description, unit } = metric;
  const sum = objectIn(metric['sum']);
  const spread = objectIn(metric['histogram'] ?? metric['exponentialHistogram'] ?? metric['summary']);
  const common = {
    ...(typeof description === 'string' && description !== '' && { help: plainWords(description) }),
    unit: typeof unit === 'string' ? (UNITS[unit] ?? unitNamed(unit) ?? null) : null,
  };
  const isDelta = (of: JsonObject): boolean => DELTA.has(of['aggregationTemporality']);
  const put =
    (point: JsonObject, suffix: string, value: () => number, about: Sample['about'], adds: boolean): Point =>
    (resource, pushed) => {
      const labels = [...resource, ...labelsOf(point['attributes'])];
      const sample = {
        name: madeName(`${nameOf(metric)}${suffix}`),
        labels: checkedLabels(labels.map(([label, text]): Label => [madeLabel(label), text])),
        value: checkedValue(value()),
        about: { ...common, ...about },
      };
      pushed.take(sample, adds ? 'add' : 'set');
    };
  const isCounter = sum['isMonotonic'] === true;
  return [
    ...listIn(objectIn(metric['gauge'])['dataPoints']).map((point) =>
      put(point, '', () => valueOf(point), { kind: 'gauge' }, false),
    ),
    ...listIn(sum['dataPoints']).map((point) =>
      put(point, '', () => valueOf(point), { kind: isCounter ? 'counter' : 'gauge' }, isDelta(sum)),
    ),
    ...listIn(spread['dataPoints']).flatMap((point) => [
      put(
        point,
        '_count',
        () => numberIn(point['count'] ?? 0),
        { kind: 'counter', unit: null },
        isDelta(spread),
      ),
      ...(point['sum'] === undefined
        ? []
        : [put(point, '_sum', () => numberIn(point['sum']), { kind: 'counter' }, isDelta(spread))]),
    ]),
  ];
}

const nameOf = ({ name }: JsonObject): string => (typeof name === 'string' ? name : '');

/** NaN: the sender says that it has no value now. */
const valueOf = ({ asDouble, asInt, flags }: JsonObject): number =>
  (Number(flags) & NO_VALUE) === 0 ? numberIn(asDouble ?? asInt) : Number.NaN;

/** Whole numbers of 64 bits are texts in JSON. */
function numberIn(value: ServedMember): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number)) throw new Refused('a point has no number');
  return number;
}

/** Attributes whose values are texts, numbers or booleans. */
const labelsOf = (attributes: ServedMember): Label[] =>
  listIn(attributes).flatMap(({ key, value }): Label[] => {
    const [plain] = Object.values(objectIn(value));
    return typeof key === 'string' && ['string', 'number', 'boolean'].includes(typeof plain)
      ? [[key, String(plain)]]
      : [];
  });

const objectIn = (value: ServedMember): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
const listIn = (value: ServedMember): JsonObject[] => (Array.isArray(value) ? value.map(objectIn) : []);
