/** Parses exported OpenMetrics lines (https://prometheus.io/docs/specs/om/open_metrics_spec). */
import type { SeriesInfo } from '../../past/series.ts';

/** Metric name of a series; its item is a label. */
export const metricOf = ({ plugin, field }: Pick<SeriesInfo, 'plugin' | 'field'>): string =>
  `gander_${plugin}_${field}`.replaceAll(/[^a-zA-Z0-9_]/g, '_');

export const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

interface MetricLine {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly value: number;
}

/** Plugin and field of a metric; undefined: unknown metric. */
export type MetricNames = ReadonlyMap<string, Pick<SeriesInfo, 'plugin' | 'field'>>;

export const metricNames = (series: readonly Pick<SeriesInfo, 'plugin' | 'field'>[]): MetricNames =>
  new Map(series.map((one) => [metricOf(one), one]));

const LINE = /^(\w+)(?:\{(.*)\})? (\S+) (\S+)$/;

/** Null for comments, NaN and infinities. Throws a sentence without its subject. */
export function parseMetricLine(line: string, names: MetricNames): MetricLine | null {
  if (line.startsWith('#')) return null;
  const [, name = '', labels = '', number = '', seconds = ''] = LINE.exec(line) ?? [];
  if (name === '')
    throw new Error('expected a metric, a value and a time, such as gander_cpu_total 4.5 1795824000');
  const known = names.get(name);
  if (known === undefined) throw new Error(`"${name}" is no metric of an export, such as gander_cpu_total`);
  const time = Math.round(Number(seconds) * 1000);
  if (!(time >= 0)) throw new Error(`"${seconds}" is not a time in seconds`);
  const value = Number(number);
  if (Number.isNaN(value) && number !== 'NaN' && !number.endsWith('Inf'))
    throw new Error(`"${number}" is not a number`);
  if (!Number.isFinite(value)) return null;
  const item = itemIn(labels);
  return { id: `${known.plugin}/${item === null ? '' : `${item}_`}${known.field}`, time, value };
}

/** Returns the value of the label `item`; other labels were added in transit. */
function itemIn(labels: string): string | null {
  for (const [, name, text = ''] of labels.matchAll(/(?<!\w)(\w+)="((?:[^"\\]|\\.)*)"/g))
    if (name === 'item') return text.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
  return null;
}
