/** How the values of a series are displayed. */
import type { Served } from '../../core/served.ts';
import { sensorKind } from './sensor-kinds.ts';
import type { Kind } from './units.ts';

/** Units independent of plugin and name. */
const KINDS: Readonly<Record<string, Kind>> = {
  celsius: 'celsius',
  float: 'load',
  hertz: 'hertz',
  millisecond: 'milliseconds',
  number: 'count',
  percent: 'percent',
  rpm: 'rpm',
  second: 'seconds',
  watt: 'watt',
};

/**
 * Presentation of values by the agent's unit; where the plugin declares none, by that of the item.
 * @param served the object or item
 */
export function kindOf(
  plugin: string,
  name: string,
  declared: string | null,
  served: Readonly<Served> = {},
): Kind {
  if (plugin === 'sensors') return sensorKind(String(served['type']));
  if (plugin === 'wifi' && name.endsWith('quality_level')) return 'dbm';
  // Values of containers are bytes per second, whatever the unit says.
  if (/(_|^)network_[rt]x$/.test(name)) return 'netRate';
  if (/(_|^)io_[rw]x$/.test(name)) return 'byteRate';
  const unit = declared ?? (typeof served['unit'] === 'string' ? served['unit'] : null);
  const isRate = name.endsWith('_rate_per_sec');
  if (unit === 'byte' || unit === 'bytes' || unit === 'bytepersecond') {
    if (unit === 'bytepersecond' && declared === null) return 'byteRate';
    return isRate ? (plugin === 'network' ? 'netRate' : 'byteRate') : 'bytes';
  }
  if (isRate || unit === 'numberpersecond') return 'rate';
  return KINDS[unit ?? ''] ?? 'plain';
}
