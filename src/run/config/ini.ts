/**
 * The syntax of configuration files: `[section]`, `key = value` or `key: value`, comments on lines of their own,
 * values continued on lines that are indented deeper than their key.
 */
import { ConfigError } from '../../core/errors.ts';

export interface IniEntry {
  /** Trimmed; lines of a continued value are joined by line feeds. */
  readonly value: string;
  /** Line of the key, from 1. */
  readonly line: number;
  /** True if the value comes from `[DEFAULT]`. */
  readonly inherited: boolean;
  /** Where it is, if not in this line of the file. */
  readonly where?: string;
}

export interface Section {
  readonly line: number;
  /** By key in lower case. */
  readonly entries: ReadonlyMap<string, IniEntry>;
}

const DEFAULTS = 'DEFAULT';
const HEADER = /^\[([^\]]+)\]\s*([#;].*)?$/;
const SETTING = /^([^=:]*)[=:](.*)$/;

interface OpenEntry {
  lines: string[];
  line: number;
  indent: number;
}
type OpenSection = { line: number; entries: Map<string, OpenEntry> };

/** Sections by name in file order. Throws {@link ConfigError} at the first invalid line. */
export function parseIni(bytes: Uint8Array, fileName: string): Map<string, Section> {
  const sections = new Map<string, OpenSection>();
  let section: OpenSection | undefined;
  let entry: OpenEntry | undefined;
  const fail = (line: number, message: string): never => {
    throw new ConfigError([`${fileName}:${line}: ${message}`]);
  };

  const openSection = (text: string, line: number): OpenSection => {
    const name = HEADER.exec(text)?.[1] ?? fail(line, 'expected a section header such as [cpu].');
    const known = sections.get(name);
    if (known) fail(line, `section [${name}] stands here a second time; the first is in line ${known.line}.`);
    const opened = { line, entries: new Map<string, OpenEntry>() };
    sections.set(name, opened);
    return opened;
  };

  const openEntry = (text: string, line: number, indent: number): OpenEntry => {
    const [, left = '', right = ''] = SETTING.exec(text) ?? fail(line, 'expected key = value.');
    const key = left.trim().toLowerCase();
    if (key === '') fail(line, 'expected a key before the separator.');
    if (!section) return fail(line, `expected a section header such as [cpu] before the key "${key}".`);
    const known = section.entries.get(key);
    if (known) fail(line, `key "${key}" stands here a second time; the first is in line ${known.line}.`);
    const opened = { lines: [right.trim()], line, indent };
    section.entries.set(key, opened);
    return opened;
  };

  for (const [index, raw] of decode(bytes, fileName).entries()) {
    const text = raw.trim();
    const indent = raw.search(/\S/);
    if (text.startsWith('#') || text.startsWith(';')) continue;
    if (entry && (text === '' || indent > entry.indent)) {
      entry.lines.push(text);
    } else if (text.startsWith('[')) {
      section = openSection(text, index + 1);
      entry = undefined;
    } else if (text !== '') {
      entry = openEntry(text, index + 1, indent);
    }
  }
  return close(sections);
}

/** Lines of the text. A byte order mark is dropped. */
function decode(bytes: Uint8Array, fileName: string): string[] {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return decoder.decode(bytes).split(/\r\n|\n|\r/);
  } catch {
    throw new ConfigError([`${fileName}:${badLine(bytes)}: expected UTF-8 text.`]);
  }
}

/** Returns the first line that is not UTF-8; line feeds are never part of multi-byte characters. */
function badLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start);
    try {
      decoder.decode(bytes.subarray(start, end === -1 ? bytes.length : end));
    } catch {
      return line;
    }
    if (end === -1) return line;
    start = end + 1;
  }
  return line;
}

/** Joins continued values and applies `[DEFAULT]` to every section. */
function close(sections: ReadonlyMap<string, OpenSection>): Map<string, Section> {
  const finished = ({ lines, line }: OpenEntry, inherited: boolean): IniEntry => ({
    value: lines.join('\n').trim(),
    line,
    inherited,
  });
  const defaults = [...(sections.get(DEFAULTS)?.entries ?? [])];
  return new Map(
    [...sections]
      .filter(([name]) => name !== DEFAULTS)
      .map(([name, { line, entries }]) => {
        const own = [...entries].map(([key, entry]) => [key, finished(entry, false)] as const);
        const inherited = defaults.map(([key, entry]) => [key, finished(entry, true)] as const);
        return [name, { line, entries: new Map([...inherited, ...own]) }];
      }),
  );
}
