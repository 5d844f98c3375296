import { join } from 'node:path';
import { integerOption, textOption } from '../../../core/options.ts';
import { makeFolder } from '../../../core/files/make-folder.ts';
import { nodeDisk } from '../../../core/files/disk.ts';
import { defineExporter } from '../exporter.ts';
import { createRecord, type Drawn } from './record.ts';
import { drawChart } from './svg.ts';
import { writeShownFile } from '../shared/shown-file.ts';

const options = {
  path: textOption('/tmp', 'Folder of the files; --export-graph-path wins.'),
  generate_every: integerOption(0, 'Seconds between drawings; 0: at every export.', [0, 86_400]),
  width: integerOption(800, 'Width of a chart in pixels.', [320, 4000]),
  height: integerOption(600, 'Height of a chart in pixels.', [200, 4000]),
  style: textOption(undefined, 'Accepted for existing configuration files; charts have one style.'),
};

/** Charts as SVG files, one per plugin, of the values since the start. */
export default defineExporter({
  name: 'graph',
  description: 'A chart per plugin, as SVG files.',
  options,
  delivery: 'live',
  sendsLimits: false,
  isWhole: true,
  interval: 0,
  target: ({ path }) => join(path, '<plugin>.svg'),
  encoder: ({ options: { generate_every: every, width, height } }) => {
    const record = createRecord();
    let drawnAt = Number.NEGATIVE_INFINITY;
    return (cycle) => {
      record.add(cycle.time, cycle.points());
      if (cycle.time - drawnAt < every * 1000) return [];
      drawnAt = cycle.time;
      const charts = record.charts().map(({ plugin, ...drawn }: Drawn) => {
        const title = `${plugin} of ${cycle.host}`;
        return [plugin, drawChart({ title, width, height, ...drawn })] as const;
      });
      const bytes = Buffer.from(JSON.stringify(charts));
      return charts.length === 0 ? [] : [{ bytes, samples: charts.length }];
    };
  },
  open: ({ options: { path } }) => ({
    async send(bytes) {
      await makeFolder(nodeDisk, path);
      const charts = JSON.parse(Buffer.from(bytes).toString('utf8')) as [plugin: string, svg: string][];
      for (const [plugin, svg] of charts) await writeShownFile(join(path, `${plugin}.svg`), Buffer.from(svg));
      return { kind: 'sent', answer: 'drawn' };
    },
  }),
});
