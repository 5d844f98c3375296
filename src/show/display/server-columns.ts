/** Configured columns of a hub: headings and display of values. */
import type { ServedMember } from '../../core/served.ts';
import type { ServerColumn } from '../../core/columns.ts';
import type { FormattedValue } from './digits.ts';
import type { ListedServer } from './servers.ts';
import { type Kind, show, type UnitChoice } from './units.ts';
import { localName, type Phrase, t } from './language.ts';

/** Titles of plugins with abbreviated names. */
const PLUGINS: Readonly<Record<string, Phrase>> = {
  amps: 'Application',
  cpu: 'CPU',
  diskio: 'Disk',
  fs: 'File system',
  gpu: 'GPU',
  ip: 'IP',
  load: 'Load',
  mem: 'Memory',
  memswap: 'Swap',
  npu: 'NPU',
  percpu: 'Core',
  processcount: 'Processes',
  raid: 'RAID',
  smart: 'SMART',
  system: 'System',
  uptime: 'Uptime',
  wifi: 'Wi-Fi',
};
/** Fields implied by the plugin's name. */
const OBVIOUS: ReadonlySet<string> = new Set(['percent', 'total', 'hr_name', 'seconds']);

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `CPU`, `Load min5`, `File system / used`. */
export function headingOf({ plugin, field, item }: ServerColumn): string {
  const name = localName(PLUGINS[plugin] ?? capital(plugin));
  const isObvious = OBVIOUS.has(field) && !(plugin === 'processcount' && item === null && field !== 'total');
  const minutes = /^min(\d+)$/.exec(field)?.[1];
  const rest = isObvious
    ? ''
    : minutes === undefined
      ? localName(field.replaceAll('_', ' '))
      : t('{minutes} min', { minutes });
  return [name, item ?? '', rest].filter(Boolean).join(' ');
}

export const hintOf = ({ plugin, field, item, description }: ServerColumn): string =>
  [`${plugin} ${field}${item === null ? '' : ` of ${item}`}`, description ?? ''].filter(Boolean).join(': ');

const KINDS: Readonly<Record<string, Kind>> = {
  bitpersecond: 'netRate',
  byte: 'bytes',
  bytepersecond: 'byteRate',
  bytes: 'bytes',
  celsius: 'celsius',
  float: 'load',
  hertz: 'hertz',
  megabyte: 'bytes',
  millisecond: 'milliseconds',
  numberpersecond: 'rate',
  percent: 'percent',
  rpm: 'rpm',
  second: 'seconds',
  seconds: 'seconds',
  watt: 'watt',
};
/** Factors from field units to display units. */
const FACTORS: Readonly<Record<string, number>> = { bitpersecond: 1 / 8, megabyte: 1024 * 1024 };

/** Kind of a column's numbers, and their factor. */
export function kindOf({ unit, plugin, field }: ServerColumn): { kind: Kind; factor: number } {
  const kind = KINDS[unit ?? ''] ?? 'plain';
  // Older agents call the rate of bytes bytes.
  if (kind === 'byteRate' || (kind === 'bytes' && field.endsWith('_rate_per_sec')))
    return { kind: plugin === 'network' ? 'netRate' : 'byteRate', factor: 1 };
  return { kind, factor: FACTORS[unit ?? ''] ?? 1 };
}

/** True if a column is numeric, by the servers' values. */
export function isNumericColumn(
  { key, unit }: ServerColumn,
  servers: readonly Pick<ListedServer, 'values'>[],
): boolean {
  for (const { values } of servers) {
    const value = values[key]?.value;
    if (typeof value === 'number') return true;
    if (typeof value === 'string') return false;
  }
  return unit !== null && KINDS[unit] !== undefined;
}

/** A value of any type as it is shown. */
export function showValue(column: ServerColumn, value: ServedMember, units: UnitChoice): FormattedValue {
  if (typeof value === 'boolean') return { digits: value ? t('yes') : t('no'), unit: '' };
  if (typeof value === 'string' && value !== '') return { digits: value, unit: '' };
  const { kind, factor } = kindOf(column);
  return show(typeof value === 'number' ? value * factor : value, kind, units);
}
