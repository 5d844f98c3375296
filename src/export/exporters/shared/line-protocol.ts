/** InfluxDB's line protocol. https://docs.influxdata.com/influxdb/v1/write_protocols/line_protocol_reference/ */
import type { Scalar } from '../../../core/served.ts';
import type { Point } from '../../metrics/points.ts';
import type { Cycle, Payload } from '../exporter.ts';
import { gzipped, linePayloads } from './lines.ts';

export interface LineOptions {
  readonly prefix: string;
  readonly tags: ReadonlyMap<string, string> | undefined;
}

/** Compressed requests. */
export function linePayloadsOf(cycle: Cycle, options: LineOptions): Payload[] {
  const seconds = Math.floor(cycle.time / 1000);
  const lines: string[] = [];
  const samples: number[] = [];
  const common = [['hostname', cycle.host], ...(options.tags ?? [])] as const;
  for (const point of cycle.points()) {
    const fields = fieldsOf(point);
    if (fields.length === 0) continue;
    const own = point.key === null ? [] : ([[point.key, point.item ?? '']] as const);
    // A tag must not be empty.
    const tags = [...common, ...own].filter(([, value]) => value !== '');
    const measurement = options.prefix === '' ? point.plugin : `${options.prefix}.${point.plugin}`;
    const head = [
      escapeMeasurement(measurement),
      ...tags.map(([name, value]) => `${escapeTag(name)}=${escapeTag(value)}`),
    ];
    lines.push(`${head.join(',')} ${fields.join(',')} ${seconds}\n`);
    samples.push(fields.length);
  }
  return gzipped(linePayloads(lines, samples));
}

/** Returns the fields. The field that identifies the item is a tag; `key` says its name. */
function fieldsOf({ key, fields }: Point): string[] {
  return fields.flatMap(([name, value]) => {
    const text = name === key ? null : fieldText(value);
    return text === null ? [] : [`${escapeTag(name)}=${text}`];
  });
}

/** All numbers are floats, so that a field never changes its type. */
function fieldText(value: Scalar): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value === null) return null;
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', ' ')}"`;
}

const escapeMeasurement = (text: string): string => escapeTag(text).replaceAll('\\=', '=');
/** A backslash before a separator or the end escapes it, and not every database understands two: they become slashes. */
const escapeTag = (text: string): string =>
  oneLine(text)
    .replaceAll(/\\+/g, (some, at: number, all: string) => {
      const next = all[at + some.length];
      return next === undefined || ',= '.includes(next) ? '/'.repeat(some.length) : some;
    })
    .replaceAll(/[,= ]/g, '\\$&');
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');
