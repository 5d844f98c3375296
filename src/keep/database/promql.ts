/** PromQL, as far as the fixed queries need it. Names come from declarations; values from outside stand in quotes only. */

/** A text as a literal of PromQL, which has the escapes of Go. */
export const quoted = (text: string): string =>
  `"${text
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')}"`;

/** `device="eth0"` */
export const matching = (label: string, value: string): string => `${label}=${quoted(value)}`;

/** `device=~"eth0|eth1"`, any of the values and no pattern of theirs. */
export const matchingAny = (label: string, values: readonly string[]): string =>
  `${label}=~${quoted(values.map((value) => value.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'))}`;

/** Samples that a rate is taken over, at least. */
export const RATE_SAMPLES = 4;

/** Subject of a query. */
export interface Scope {
  /** Matchers: of one host, of one of its items, or of all hosts. */
  readonly matchers: readonly string[];
  /** The label that names hosts. */
  readonly by: string;
  /** Seconds over which rates are taken. */
  readonly window: number;
}

/** `node_load1{instance="web1"}` */
export const selector = (metric: string, { matchers }: Scope, ...more: readonly string[]): string =>
  `${metric}{${[...matchers, ...more].join(',')}}`;

export const rateOf = (metric: string, scope: Scope, ...more: readonly string[]): string =>
  `rate(${selector(metric, scope, ...more)}[${scope.window}s])`;

/** Tells the rows of one part of a query from those of others. */
export const PART = 'gander_part';

/**
 * Queries that are many in one: rows of part 3 carry the label `gander_part="3"`.
 * @param most characters of a query: VictoriaMetrics takes 16 kB
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
