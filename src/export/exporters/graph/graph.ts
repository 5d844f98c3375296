import { join } from 'node:path';
import { integerOption, textOption } from '../../../core/options.ts';
import { listOf, text, tuple } from '../../../core/shape.ts';
import { makeFolder } from '../../../core/files/make-folder.ts';
import { nodeDisk } from '../../../core/files/disk.ts';
import { defineExporter } from '../exporter.ts';
import { drawChart, type Line } from './svg.ts';
import { jsonPayload } from '../shared/payload.ts';
import { writeShownFile } from '../shared/shown-file.ts';
import type { Point } from '../../metrics/points.ts';

const options = {
  path: textOption('/tmp', 'Folder of the files; --export-graph-path wins.'),
  generate_every: integerOption(0, 'Seconds between drawings; 0: at every export.', [0, 86_400]),
  width: integerOption(800, 'Width of a chart in pixels.', [320, 4000]),
  height: integerOption(600, 'Height of a chart in pixels.', [200, 4000]),
  style: textOption(undefined, 'Accepted for existing configuration files; charts have one style.'),
};

type Chart = readonly [plugin: string, svg: string];
const payload = jsonPayload(listOf(tuple<Chart>([text(), text()], 2)));

/** Charts as SVG files, one per plugin, of the values since the start. */
export default defineExporter({
  name: 'graph',
  description: 'A chart per plugin, as SVG files.',
  options,
  delivery: 'live',
  sendsLimits: false,
  isWhole: true,
  target: ({ path }) => join(path, '<plugin>.svg'),
  encoder: ({ options: { generate_every: every, width, height } }) => {
    const record = createRecord();
    let drawnAt = Number.NEGATIVE_INFINITY;
    return (cycle) => {
      record.add(cycle.time, cycle.points());
      if (cycle.time - drawnAt < every * 1000) return [];
      drawnAt = cycle.time;
      const charts = record.charts().map(({ plugin, ...drawn }: Drawn): Chart => {
        const title = `${plugin} of ${cycle.host}`;
        return [plugin, drawChart({ title, width, height, ...drawn })];
      });
      return charts.length === 0 ? [] : [{ bytes: payload.bytesOf(charts), samples: charts.length }];
    };
  },
  open: ({ options: { path } }) => ({
    async send(bytes) {
      await makeFolder(nodeDisk, path);
      for (const [plugin, svg] of payload.in(bytes))
        await writeShownFile(join(path, `${plugin}.svg`), Buffer.from(svg));
      return { kind: 'sent', answer: 'drawn' };
    },
  }),
});

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

interface Drawn {
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
