/** Length of the charts. */
import type { Point } from '../../metrics/points.ts';
import type { Line } from './svg.ts';

/** Each chart shows values of one unit, since bytes would flatten percents. Other plugins have no chart. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  connections: /^(?:listen|established|time_wait|initiated|terminated)$/i,
  containers: /^(?:cpu_percent|memory_percent)$/,
  cpu: /^(?:total|user|system|iowait|steal)$/,
  diskio: /^(?:read|write)_bytes_rate_per_sec$/,
  fs: /^percent$/,
  gpu: /^(?:proc|mem)$/,
  load: /^min(?:1|5|15)$/,
  mem: /^percent$/,
  memswap: /^percent$/,
  network: /^bytes_(?:recv|sent)_rate_per_sec$/,
  percpu: /^total$/,
  processcount: /^(?:total|running|thread)$/,
  sensors: /^value$/,
};
const KEPT_POINTS = 600;
const MOST_LINES = 20;

export interface Drawn {
  readonly plugin: string;
  readonly times: readonly number[];
  readonly lines: readonly Line[];
}

export function createRecord() {
  const times: number[] = [];
  /** By plugin and name of the line; same length as the times. */
  const plugins = new Map<string, Map<string, (number | null)[]>>();

  const lineOf = (plugin: string, name: string): (number | null)[] | null => {
    const lines = plugins.get(plugin) ?? new Map<string, (number | null)[]>();
    plugins.set(plugin, lines);
    const found = lines.get(name);
    if (found !== undefined) return found;
    if (lines.size >= MOST_LINES) return null;
    const line = times.map((): null => null);
    lines.set(name, line);
    return line;
  };

  return {
    add(time: number, points: readonly Point[]): void {
      times.push(time);
      for (const lines of plugins.values()) for (const line of lines.values()) line.push(null);
      for (const { plugin, item, fields } of points)
        for (const [field, value] of fields) {
          if (typeof value !== 'number' || SHOWN[plugin]?.test(field) !== true) continue;
          const line = lineOf(
            plugin,
            item === null ? field : `${item} ${field.replace('_rate_per_sec', '')}`,
          );
          if (line !== null) line[times.length - 1] = value;
        }
      if (times.length > KEPT_POINTS) forgetFirst();
    },
    charts: (): Drawn[] =>
      [...plugins].map(([plugin, lines]) => ({
        plugin,
        times,
        lines: [...lines].map(([name, values]) => ({ name, values })),
      })),
  };

  function forgetFirst(): void {
    times.shift();
    for (const lines of plugins.values())
      for (const [name, line] of lines) {
        line.shift();
        if (line.every((value) => value === null)) lines.delete(name);
      }
  }
}
