import { type ByteCursor, eachLine } from './bytes.ts';

interface InterruptLine {
  /** Label of the line; a numbered one is followed by `_` and the last word, its device: `36_virtio1-req.0`. */
  name: string;
  /** Interrupts since boot, summed over cores. */
  count: number;
}

/** A line with its counts apart, as /proc/interrupts has it. */
interface InterruptCounts {
  /** Label of the line. */
  type: string;
  /** Controller and trigger of a numbered line, description of others. */
  info: string;
  /** Drivers, of a numbered line. */
  devices: string;
  /** By core, in the order of the columns. */
  counts: number[];
}

const NUMBER = /^\d+$/;

/** Reads /proc/interrupts, lines in file order; the heading says how many cores have a column. */
export function parseInterrupts(bytes: Uint8Array): InterruptLine[] {
  const lines: InterruptLine[] = [];
  eachInterrupt(bytes, (cursor, label, cores) => {
    lines.push(readText(cursor, label.slice(0, -1), cores));
  });
  return lines;
}

/** Visits the lines below the heading, with the cursor after their label. */
function eachInterrupt(
  bytes: Uint8Array,
  visit: (cursor: ByteCursor, label: string, cores: number) => void,
): void {
  let cores = -1;
  eachLine(bytes, (cursor) => {
    if (cores < 0) {
      cores = countWords(cursor);
      return;
    }
    const label = cursor.word();
    if (label.endsWith(':') && label.length > 1) visit(cursor, label, cores);
  });
}

function countWords(cursor: ByteCursor): number {
  let words = 0;
  while (cursor.word() !== '') words += 1;
  return words;
}

/** Lines such as `ERR:` have fewer columns than cores; missing ones count as 0. */
function readText(cursor: ByteCursor, label: string, cores: number): InterruptLine {
  let count = 0;
  for (let core = 0; core < cores; core++) {
    const column = cursor.integer(-1);
    if (column < 0) break;
    count += column;
  }
  if (!NUMBER.test(label)) return { name: label, count };
  const device = cursor.restOfLine().split(/\s+/).at(-1) ?? '';
  return { name: device === '' ? label : `${label}_${device}`, count };
}

/** Reads /proc/interrupts, with a count per core. */
export function parseInterruptCounts(bytes: Uint8Array): InterruptCounts[] {
  const lines: InterruptCounts[] = [];
  eachInterrupt(bytes, (cursor, label, cores) => {
    const counts: number[] = [];
    for (let count = 0; counts.length < cores && (count = cursor.integer(-1)) >= 0;) counts.push(count);
    // `ERR` and `MIS` have one count for all cores.
    if (counts.length === cores)
      lines.push({ type: label.slice(0, -1), counts, ...aboutLine(label, cursor) });
  });
  return lines;
}

function aboutLine(label: string, cursor: ByteCursor): Pick<InterruptCounts, 'info' | 'devices'> {
  const rest = cursor.restOfLine();
  if (!NUMBER.test(label.slice(0, -1))) return { info: rest, devices: '' };
  const words = rest.split(/ {2,}/);
  return { info: words[0] ?? '', devices: words.slice(1).join(' ') };
}
