import { textOption } from '../../../core/options.ts';
import { defineExporter } from '../exporter.ts';
import { countOf, mapsWithEmpty } from '../shared/maps.ts';
import { writeShownFile } from '../shared/shown-file.ts';

const options = { file: textOption('./glances.json', 'File to write; --export-json-file wins.') };

/** A file that holds the latest values. */
export default defineExporter({
  name: 'json',
  description: 'A file that holds the latest values as one JSON object.',
  options,
  delivery: 'live',
  isWhole: true,
  target: ({ file }) => file,
  encoder: () => (cycle) => {
    const points = cycle.points();
    const text = `${JSON.stringify(Object.fromEntries(mapsWithEmpty(cycle)))}\n`;
    return [{ bytes: Buffer.from(text), samples: countOf(points) }];
  },
  open: ({ options: { file } }) => ({
    async send(bytes) {
      await writeShownFile(file, bytes);
      return { kind: 'sent', answer: 'written' };
    },
  }),
});
