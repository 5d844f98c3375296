import type { Scalar } from '../../../core/served.ts';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, rm } from 'node:fs/promises';
import { FileError } from '../../../core/file-words.ts';
import { isDevicePath } from '../../../core/files/own-path.ts';
import { flagOption, textOption } from '../../../core/options.ts';
import { strftime } from '../../../core/strftime.ts';
import type { Point } from '../../metrics/points.ts';
import { defineExporter } from '../exporter.ts';
import { countOf } from '../shared/maps.ts';
import { openShownFile } from '../shared/shown-file.ts';

const options = {
  file: textOption('./glances.csv', 'File to write; --export-csv-file wins.'),
  overwrite: flagOption(false, 'Start the file anew; --export-csv-overwrite does so too.'),
};

/** RFC 4180. Values are unchanged for programs; a spreadsheet may read one that starts with = as a formula. */
const cell = (value: Scalar | undefined): string => {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const columnOf = ({ plugin, key, item }: Point, field: string): string =>
  key === null ? `${plugin}.${field}` : `${plugin}.${item}.${field}`;

/** A table with a line per export. A payload contains the header and the line. */
export default defineExporter({
  name: 'csv',
  description: 'A table in a file: a line per export.',
  options,
  delivery: 'live',
  isWhole: true,
  target: ({ file }) => file,
  encoder: () => (cycle) => {
    const points = cycle.points();
    const values = new Map(
      points.flatMap((point) =>
        point.fields.map(([field, value]) => [columnOf(point, field), value] as const),
      ),
    );
    const time = strftime('%Y-%m-%d %H:%M:%S', new Date(cycle.time));
    const header = ['timestamp', ...values.keys()].map(cell).join(',');
    const line = [time, ...values.values()].map(cell).join(',');
    return [{ bytes: Buffer.from(`${header}\n${line}\n`), samples: countOf(points) }];
  },
  open({ options: { file, overwrite } }) {
    let path = file;
    let table: Table | null = null;
    return {
      async send(bytes, { now }) {
        const [header, rest] = splitRecord(Buffer.from(bytes).toString('utf8'));
        const [line] = splitRecord(rest ?? '');
        const names = cellsIn(header);
        const cells = new Map(cellsIn(line).map((text, index) => [names[index] ?? '', text]));
        let current = table ?? (await foundTable({ file, overwrite, names, now }));
        for (const name of names) if (!current.columns.has(name)) current.late.add(name);
        if (isOver(current, now)) {
          if (!isDevicePath(file)) path = stamped(file, now);
          // The columns of an existing file may be another program's.
          current = createTable(table === null ? names : [...current.columns, ...current.late], now);
        }
        const isNew = current !== table;
        await append(path, (isEmpty) => {
          if (isEmpty && current.late.size > 0)
            current = createTable([...current.columns, ...current.late], now);
          const columns = [...current.columns];
          const row = `${columns.map((name) => cells.get(name) ?? '').join(',')}\n`;
          return isEmpty || (isNew && isDevicePath(file)) ? `${columns.join(',')}\n${row}` : row;
        });
        table = current;
        return {
          kind: 'sent',
          answer: path === file ? 'written' : `written to ${path}, since the columns are others`,
        };
      },
      note: () =>
        table === null || table.late.size === 0
          ? null
          : `leaves out ${table.late.size} values that have no column in ${path}; the first file of another day has them`,
    };
  },
});

/** The columns of a file. Items come and go (interrupts, containers), but columns stay the same for a day, since a new one needs another file. */
interface Table {
  readonly columns: ReadonlySet<string>;
  /** Their plugins. */
  readonly plugins: ReadonlySet<string>;
  /** Day of its first line in this run, since 1970. */
  readonly day: number;
  /** Columns that appeared later. */
  readonly late: Set<string>;
}

const createTable = (columns: readonly string[], now: number): Table => ({
  columns: new Set(columns),
  plugins: new Set(columns.map(pluginOf)),
  day: dayOf(now),
  late: new Set(),
});

const pluginOf = (column: string): string => /^"?([^.]*)/.exec(column)?.[1] ?? '';
const dayOf = (ms: number): number => Math.floor(ms / 86_400_000);

/** True if a new file is due: for later columns on the next day, for a new plugin at once. */
const isOver = ({ late, plugins, day }: Table, now: number): boolean =>
  late.size > 0 && (day !== dayOf(now) || [...late].some((name) => !plugins.has(pluginOf(name))));

interface Finding {
  readonly file: string;
  readonly overwrite: boolean;
  readonly names: readonly string[];
  readonly now: number;
}

/** Returns the table in the file, or a new one. */
async function foundTable({ file, overwrite, names, now }: Finding): Promise<Table> {
  if (overwrite && !isDevicePath(file)) await rm(file, { force: true });
  const [header, rest] = splitRecord(await startOf(file));
  // Without a line end there is no header of ours.
  return createTable(header === '' ? names : rest === null ? [] : cellsIn(header), now);
}

/** Returns the first record without its line end, and the rest; null if there is none. Quoted names may contain line feeds. */
function splitRecord(text: string): [record: string, rest: string | null] {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    if (text[at] === '\n' && !isQuoted) return [text.slice(0, at), text.slice(at + 1)];
  }
  return [text, null];
}

/** Returns the cells of a record, including their quotes. */
function cellsIn(record: string): string[] {
  const cells: string[] = [];
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < record.length; at += 1) {
    if (record[at] === '"') isQuoted = !isQuoted;
    if (record[at] !== ',' || isQuoted) continue;
    cells.push(record.slice(start, at));
    start = at + 1;
  }
  return [...cells, record.slice(start)];
}

/** Adds the time to the name of a file, which prevents overwriting. */
function stamped(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${file.replace(/\.csv$/, '')}.${stamp}.csv`;
}

/** Largest header in bytes. */
const MOST_HEADER = 4 * 1024 * 1024;

/** Empty if nothing can be read back. */
const startOf = (path: string): Promise<string> =>
  withFile(path, O_RDONLY, async (handle, stats) => {
    if (!stats.isFile()) return '';
    const bytes = Buffer.alloc(Math.min(stats.size, MOST_HEADER));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.toString('utf8', 0, bytesRead);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

/** @param textOf the text to append; a rotated file is empty again */
const append = (path: string, textOf: (isEmpty: boolean) => string): Promise<void> =>
  withFile(path, O_WRONLY | O_CREAT | O_APPEND, (handle, stats) =>
    handle.appendFile(textOf(stats.isFile() && stats.size === 0)),
  );

const { O_RDONLY, O_WRONLY, O_CREAT, O_APPEND } = constants;

/**
 * Opens a file. The default path is in the current folder, where others may create files: links are refused, since they would
 * choose the written file, and so are pipes and devices. Paths below /dev are intended.
 */
async function withFile<T>(
  path: string,
  flags: number,
  work: (handle: FileHandle, stats: Stats) => Promise<T>,
): Promise<T> {
  const isDevice = isDevicePath(path);
  const handle = await openShownFile(path, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ELOOP' || error instanceof FileError) throw error;
    throw new Error(`${path} is a symbolic link, which is not followed: name its target with file=`, {
      cause: error,
    });
  });
  try {
    const stats = await handle.stat();
    if (!isDevice && !stats.isFile())
      throw new Error(`${path} is not a regular file: choose another with file=`);
    return await work(handle, stats);
  } finally {
    await handle.close();
  }
}
