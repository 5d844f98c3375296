/** The text formats of Prometheus scrapes: 0.0.4, and OpenMetrics 1.0.0. */
import { escapeHelp } from './escape.ts';
import { type Family, type MetricType, sampleName } from './family.ts';

export type TextFormat = 'text' | 'openmetrics';

export const MEDIA_TYPES: Readonly<Record<TextFormat, string>> = {
  text: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

/** Written families by name. */
export type Written = Map<string, { family: Family; readonly head: string; text: string | null }>;

/** Last line of this format. */
export const OPENMETRICS_END = '# EOF\n';

/**
 * Yields families one by one, so callers can yield to others.
 * @param written cache for repeated output in the same format
 */
export function* textPieces(
  families: Iterable<Family>,
  format: TextFormat,
  written: Written = new Map(),
): Generator<string> {
  for (const family of families) if (family.samples.length > 0) yield textOf(family, format, written);
}

/** Text format 0.0.4 has fewer types; all others become gauges. */
const TEXT_TYPES: Readonly<Partial<Record<MetricType, string>>> = {
  counter: 'counter',
  histogram: 'histogram',
  unknown: 'untyped',
};

function textOf(family: Family, format: TextFormat, written: Written): string {
  const { name, type, unit, help } = family;
  const before = written.get(name);
  // Most are written once: only repeated ones are cached.
  if (before?.family === family) return (before.text ??= flat(before.head + lines(family)));
  const isSame = before?.family.type === type && before.family.unit === unit && before.family.help === help;
  const kept = { family, head: isSame ? before.head : head(family, format), text: null };
  written.set(name, kept);
  return kept.head + lines(family);
}

/** Flattened: a concatenated text stays a tree of parts, which each scrape would walk. */
export const flat = (text: string): string => Buffer.from(text).toString();

function head(family: Family, format: TextFormat): string {
  const { name, type, unit, help } = family;
  if (format === 'text') {
    const full = sampleName(family);
    const kind = TEXT_TYPES[type] ?? 'gauge';
    return `# HELP ${full} ${escapeHelp(help)}\n# TYPE ${full} ${kind}\n`;
  }
  const unitLine = unit !== null && name.endsWith(`_${unit}`) ? `# UNIT ${name} ${unit}\n` : '';
  return `# TYPE ${name} ${type}\n${unitLine}# HELP ${name} ${escapeHelp(help).replaceAll('"', '\\"')}\n`;
}

function lines(family: Family): string {
  const name = sampleName(family);
  let text = '';
  for (const { labels, value, suffix = '' } of family.samples)
    text +=
      labels.text === ''
        ? `${name}${suffix} ${numberText(value)}\n`
        : `${name}${suffix}{${labels.text}} ${numberText(value)}\n`;
  return text;
}

export function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '+Inf' : '-Inf';
}
