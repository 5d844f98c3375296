/** PromQL for fixed queries. Names come from declarations; external values are always quoted. */

/** A PromQL string literal, with Go's escapes. */
export const quotedString = (text: string): string =>
  `"${text
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')}"`;

/** `device="eth0"` */
export const matching = (label: string, value: string): string => `${label}=${quotedString(value)}`;

/** `device=~"eth0|eth1"`: any of the values, with patterns escaped. */
export const matchingAny = (label: string, values: readonly string[]): string =>
  `${label}=~${quotedString(values.map((value) => value.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'))}`;

/** Least samples per rate. */
export const RATE_SAMPLES = 4;

/** Subject of a query. */
export interface QueryScope {
  /** Matchers: of one host, of one of its items, or of all hosts. */
  readonly matchers: readonly string[];
  /** The label that names hosts. */
  readonly by: string;
  /** Seconds over which rates are taken. */
  readonly window: number;
}

/** `node_load1{instance="web1"}` */
export const selector = (metric: string, { matchers }: QueryScope, ...more: readonly string[]): string =>
  `${metric}{${[...matchers, ...more].join(',')}}`;

export const rateOf = (metric: string, scope: QueryScope, ...more: readonly string[]): string =>
  `rate(${selector(metric, scope, ...more)}[${scope.window}s])`;

/** Label that identifies the part of a query. */
export const PART = 'gander_part';

/**
 * Combines queries: rows of part 3 carry the label `gander_part="3"`.
 * @param most characters per query: VictoriaMetrics accepts 16 kB
 */
export function unions(parts: readonly string[], most = 12_000): string[] {
  const queries: string[] = [];
  let query = '';
  for (const [index, part] of parts.entries()) {
    const labelled = `label_replace(${part},"${PART}","${index}","","")`;
    if (query !== '' && query.length + labelled.length > most) {
      queries.push(query);
      query = '';
    }
    query += query === '' ? labelled : ` or ${labelled}`;
  }
  return query === '' ? queries : [...queries, query];
}
