import { open, rm, stat } from 'node:fs/promises';
import { flagOption, textOption } from '../../core/options.ts';
import { strftime } from '../../core/strftime.ts';
import type { Point, Scalar } from '../../metrics/points.ts';
import { defineExporter } from '../exporter.ts';
import { countOf } from '../shared/maps.ts';

const options = {
  file: textOption('./glances.csv', 'File to write; --export-csv-file wins.'),
  overwrite: flagOption(false, 'Start the file anew; --export-csv-overwrite does so too.'),
};

/** RFC 4180. Values stay as they are, so that programs read them; a spreadsheet may take one that starts with = for a formula. */
const cell = (value: Scalar | undefined): string => {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const columnOf = ({ plugin, key, item }: Point, field: string): string =>
  key === null ? `${plugin}.${field}` : `${plugin}.${item}.${field}`;

/** A table with a line per export. The bytes of a payload are the header and the line. */
export default defineExporter({
  name: 'csv',
  description: 'A table in a file: a line per export.',
  options,
  delivery: 'live',
  sendsLimits: true,
  isWhole: true,
  interval: 0,
  target: ({ file }) => file,
  encoder: () => {
    let columns: string[] = [];
    return (cycle) => {
      const points = cycle.points();
      const values = new Map(
        points.flatMap((point) =>
          point.fields.map(([field, value]) => [columnOf(point, field), value] as const),
        ),
      );
      // An item that has gone leaves its cells empty; a new one begins another table.
      const known = new Set(columns);
      columns = [...columns, ...[...values.keys()].filter((name) => !known.has(name))];
      const time = strftime('%Y-%m-%d %H:%M:%S', new Date(cycle.time));
      const header = ['timestamp', ...columns].map(cell).join(',');
      const line = [time, ...columns.map((name) => values.get(name))].map(cell).join(',');
      return [{ bytes: Buffer.from(`${header}\n${line}\n`), samples: countOf(points) }];
    };
  },
  open({ options: { file, overwrite } }) {
    let path = file;
    let header: string | null = null;
    return {
      async send(bytes, { now }) {
        const text = Buffer.from(bytes).toString('utf8');
        const [head, line] = splitHeader(text);
        if (header === null && overwrite) await rm(file, { force: true });
        if (header !== head) path = await fileFor(file, head, now);
        const isNew = header !== head && (await sizeOf(path)) === 0;
        await append(path, isNew ? text : line);
        header = head;
        return {
          kind: 'sent',
          answer: path === file ? 'written' : `written to ${path}, since the columns are others`,
        };
      },
    };
  },
});

/** Names may hold line feeds, inside quotes. */
function splitHeader(text: string): [header: string, line: string] {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    if (text[at] === '\n' && !isQuoted) return [text.slice(0, at + 1), text.slice(at + 1)];
  }
  return [text, ''];
}

/** The file itself where it is new or has the same columns, else one with the time in its name: nothing is overwritten. */
async function fileFor(file: string, header: string, now: number): Promise<string> {
  if ((await sizeOf(file)) === 0 || (await startOf(file, header)) === header) return file;
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${file.replace(/\.csv$/, '')}.${stamp}.csv`;
}

async function startOf(path: string, header: string): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(Buffer.byteLength(header));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

async function append(path: string, text: string): Promise<void> {
  const handle = await open(path, 'a', 0o644);
  await handle.appendFile(text).finally(() => handle.close());
}
