/** The text formats in which Prometheus scrapes: 0.0.4, and OpenMetrics 1.0.0. */
import { escapeHelp } from './escape.ts';
import { type Family, type MetricType, sampleName } from './family.ts';

export type TextFormat = 'text' | 'openmetrics';

export const MEDIA_TYPES: Readonly<Record<TextFormat, string>> = {
  text: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

/** Lines about families as they were written before, by name. */
export type Heads = Map<string, Readonly<Pick<Family, 'type' | 'unit' | 'help'>> & { readonly text: string }>;

/** The last line of this format. */
export const OPENMETRICS_END = '# EOF\n';

/**
 * Families one by one, so that a caller can let others in between.
 * @param heads kept by those who write the same families in the same format again and again
 */
export function* textPieces(
  families: Iterable<Family>,
  format: TextFormat,
  heads: Heads = new Map(),
): Generator<string> {
  for (const family of families)
    if (family.samples.length > 0) yield keptHead(family, format, heads) + lines(family);
}

/** Text format 0.0.4 has fewer types; all others are gauges in it. */
const TEXT_TYPES: Readonly<Partial<Record<MetricType, string>>> = {
  counter: 'counter',
  histogram: 'histogram',
  unknown: 'untyped',
};

function keptHead(family: Family, format: TextFormat, heads: Heads): string {
  const { name, type, unit, help } = family;
  const kept = heads.get(name);
  if (kept?.type === type && kept.unit === unit && kept.help === help) return kept.text;
  const text = head(family, format);
  heads.set(name, { type, unit, help, text });
  return text;
}

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
