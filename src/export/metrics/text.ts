/** The text formats of Prometheus scrapes: 0.0.4, and OpenMetrics 1.0.0. */
import { escapeHelp } from './escape.ts';
import { type Family, type MetricType, sampleName } from './family.ts';

export type TextFormat = 'text' | 'openmetrics';

export const MEDIA_TYPES: Readonly<Record<TextFormat, string>> = {
  text: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

/** Last line of this format. */
export const OPENMETRICS_END = '# EOF\n';

/** Yields families one by one, so callers can yield to others. */
export function* textPieces(families: Iterable<Family>, format: TextFormat): Generator<string> {
  for (const family of families) if (family.samples.length > 0) yield head(family, format) + lines(family);
}

/** Text format 0.0.4 has fewer types; all others become gauges. */
const TEXT_TYPES: Readonly<Partial<Record<MetricType, string>>> = {
  counter: 'counter',
  histogram: 'histogram',
  unknown: 'untyped',
};

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
