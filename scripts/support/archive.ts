/**
 * Files in one readable text, in the form of Go's txtar: a comment, then each file below a line `-- path --`. A mark
 * behind the path says what the content cannot:
 *
 *     -- proc/uptime --
 *     1.00 2.00
 *     -- proc/7/cmdline (escaped) --
 *     sleep\0300\0\
 *     -- proc/7/io (refused) --
 *     -- sys/class/drm/card0/device -> ../../../0000:00:02.0 --
 *     -- proc/8 (gone) --
 *
 * Content ends with a newline, or is empty. What is not UTF-8, has control characters or no newline at its end is
 * escaped: `\0`, `\r`, `\\`, `\xff` for any byte, and a backslash at the end of a line for no newline there. Modes and
 * owners are not kept. `gone` means something between steps, see `recording.ts`.
 */
import { isUtf8 } from 'node:buffer';
import type { TreeEntry } from './tree.ts';

export type ArchiveEntry = TreeEntry | { readonly isGone: true };

export interface Archive {
  /** Text in front of the first file. */
  comment: string;
  /** In the order of the text. */
  entries: [path: string, entry: ArchiveEntry][];
}

const HEADER = /^-- (.+) --$/;
const MARK = /^(?<path>.+) \((?<mark>escaped|refused|gone)\)$/;
const LINK = /^(?<path>.+) -> (?<target>.+)$/;

/** Reads an archive from its bytes. Throws when a line cannot be understood; `name` says in the message where. */
export function parseArchive(bytes: Uint8Array, name: string): Archive {
  const comment: string[] = [];
  const sections: { header: string; lines: string[] }[] = [];
  for (const line of linesOf(Buffer.from(bytes).toString('latin1'))) {
    const header = HEADER.exec(line)?.[1];
    if (header === undefined) (sections.at(-1)?.lines ?? comment).push(line);
    else sections.push({ header: Buffer.from(header, 'latin1').toString('utf8'), lines: [] });
  }
  return {
    comment: comment.map((line) => `${Buffer.from(line, 'latin1').toString('utf8')}\n`).join(''),
    entries: sections.map(({ header, lines }) => parseSection(header, lines, name)),
  };
}

/** Writes an archive; reading it gives the same again. */
export function formatArchive({ comment, entries }: Archive): Buffer {
  const sections = entries.map(([path, entry]) => formatEntry(path, entry));
  return Buffer.concat([Buffer.from(comment), Buffer.from(sections.join(''), 'latin1')]);
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function parseSection(header: string, lines: readonly string[], name: string): [string, ArchiveEntry] {
  const content = lines.map((line) => `${line}\n`).join('');
  const { path = header, mark, target } = (MARK.exec(header) ?? LINK.exec(header))?.groups ?? {};
  if (mark === 'escaped') return [path, unescaped(content, `${name}: ${path}`)];
  if (mark === undefined && target === undefined) return [path, content];
  if (content !== '') throw new Error(`${name}: nothing may follow "-- ${header} --".`);
  if (target !== undefined) return [path, { linkTo: target }];
  return [path, mark === 'gone' ? { isGone: true } : { isRefused: true }];
}

function formatEntry(path: string, entry: ArchiveEntry): string {
  if (path !== path.trim() || /\n/.test(path) || MARK.test(path) || LINK.test(path)) {
    throw new Error(`The path ${JSON.stringify(path)} cannot be written in an archive.`);
  }
  const header = (text: string): string => Buffer.from(`-- ${text} --\n`).toString('latin1');
  if (typeof entry === 'string') {
    return isPlain(entry) ? header(path) + entry : `${header(`${path} (escaped)`)}${escaped(entry)}`;
  }
  if ('linkTo' in entry) return header(`${path} -> ${entry.linkTo}`);
  return header(`${path} (${'isGone' in entry ? 'gone' : 'refused'})`);
}

// eslint-disable-next-line no-control-regex -- these are the ones looked for
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/;

function isPlain(content: string): boolean {
  const isWhole = content === '' || content.endsWith('\n');
  return isWhole && !CONTROL.test(content) && !/^-- .+ --$/m.test(content) && isText(content);
}

const isText = (content: string): boolean => isUtf8(Buffer.from(content, 'latin1'));

const hex = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

function escaped(content: string): string {
  const text = content
    .replaceAll('\\', '\\\\')
    .replaceAll('\0', '\\0')
    .replaceAll('\r', '\\r')
    // eslint-disable-next-line no-control-regex -- these are the ones looked for
    .replace(isText(content) ? /[\x01-\x08\x0b-\x1f\x7f]/g : /[\x01-\x08\x0b-\x1f\x7f-\xff]/g, hex)
    .replace(/^-(?=- .+ --$)/gm, hex);
  return text.endsWith('\n') || text === '' ? text : `${text}\\\n`;
}

function unescaped(text: string, place: string): string {
  return text.replace(/\\(x[0-9a-f]{2}|[\s\S])/g, (all, code: string) => {
    if (code.length === 3) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    const character = { '0': '\0', r: '\r', '\\': '\\', '\n': '' }[code];
    if (character === undefined) throw new Error(`${place}: "${all}" is no escape.`);
    return character;
  });
}
