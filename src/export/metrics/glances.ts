/** Names that existing dashboards use: `glances_fs_percent{mnt_point="/",src="glances"} 42`. */
import { escapeLabel, labelValue } from './escape.ts';
import { numberText } from './text.ts';
import { exportedNumber, type Point } from './points.ts';

export interface GlancesNames {
  readonly prefix: string;
  /** Labels of every line. */
  readonly labels: ReadonlyMap<string, string>;
}

/** Text format 0.0.4, one piece per family; numbers only, all gauges. */
export function* glancesPieces(
  points: readonly Point[],
  { prefix, labels }: GlancesNames,
): Generator<string> {
  const families = new Map<string, string[]>();
  const seen = new Set<string>();
  const common = [...labels].map(
    ([name, value]) => `${identifier(name)}="${escapeLabel(labelValue(value))}"`,
  );
  for (const point of points) {
    const { plugin, key, item, fields } = point;
    const identity = key === null ? [] : [`${labelOf(plugin, key)}="${escapeLabel(labelValue(item ?? ''))}"`];
    const text = [...identity, ...common].join(',');
    for (const [field, value] of fields) {
      const number = exportedNumber(point, field, value);
      if (number === null) continue;
      const name = identifier(`${prefix}_${plugin}_${field}`);
      const series = `${name}{${text}}`;
      if (seen.has(series)) continue;
      seen.add(series);
      const lines = families.get(name) ?? [];
      families.set(name, lines);
      lines.push(`${text === '' ? name : series} ${numberText(number)}\n`);
    }
  }
  for (const [name, lines] of families) yield `# HELP ${name} \n# TYPE ${name} gauge\n${lines.join('')}`;
}

/** For compatibility, processes have the label `name` with their number. */
const labelOf = (plugin: string, key: string): string =>
  plugin === 'processlist' || plugin === 'programlist' ? 'name' : identifier(key);

const identifier = (text: string): string => text.replaceAll(/[^a-zA-Z0-9_]/g, '_').replace(/^(?=\d)/, '_');
