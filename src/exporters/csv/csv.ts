import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { flagOption, textOption } from '../../core/options.ts';
import { strftime } from '../../core/strftime.ts';
import type { Point, Scalar } from '../../metrics/points.ts';
import { defineExporter } from '../exporter.ts';
import { countOf } from '../shared/maps.ts';
import { isDevicePath } from '../shared/shown-file.ts';

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
        if (header === null && overwrite && !isDevicePath(file)) await rm(file, { force: true });
        if (header !== head) path = await fileFor(file, head, now);
        await append(path, head, line, header !== head);
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
  const start = await startOf(file, Buffer.byteLength(header));
  if (start === '' || start === header) return file;
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${file.replace(/\.csv$/, '')}.${stamp}.csv`;
}

/** Empty where nothing can be read back. */
const startOf = (path: string, length: number): Promise<string> =>
  withFile(path, O_RDONLY, async (handle, stats) => {
    if (!stats.isFile()) return '';
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, 0);
    return bytes.toString('utf8', 0, bytesRead);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

/** Appends the line, below the header in an empty file. */
const append = (path: string, header: string, line: string, isNew: boolean): Promise<void> =>
  withFile(path, O_WRONLY | O_CREAT | O_APPEND, (handle, stats) =>
    handle.appendFile(isNew && stats.size === 0 ? `${header}${line}` : line),
  );

const { O_RDONLY, O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * The default path is in the current folder, where others may have put anything: links are refused, since they would choose what is
 * written, and so are pipes and devices. Those below /dev are named on purpose.
 */
async function withFile<T>(
  path: string,
  flags: number,
  work: (handle: FileHandle, stats: Stats) => Promise<T>,
): Promise<T> {
  const isDevice = isDevicePath(path);
  const handle = await open(path, flags | O_NONBLOCK | (isDevice ? 0 : O_NOFOLLOW), 0o644).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ELOOP') throw error;
      throw new Error(`${path} is a symbolic link, which is not followed: name its target with file=`, {
        cause: error,
      });
    },
  );
  try {
    const stats = await handle.stat();
    if (!isDevice && !stats.isFile())
      throw new Error(`${path} is not a regular file: choose another with file=`);
    return await work(handle, stats);
  } finally {
    await handle.close();
  }
}
