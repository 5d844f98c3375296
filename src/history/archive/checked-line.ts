/** Lines of append-only files: one JSON object each, whose first member is a checksum of the rest. */
import { orNull } from '../../core/or-null.ts';
import type { JsonObject } from '../../core/served.ts';
import { crc32 } from 'node:zlib';

const CHECKSUM = /^\{"crc":"([\da-f]{8})",/;

const checksumOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');

/** @param value has at least one member */
export function checkedLine(value: object): string {
  const text = JSON.stringify(value);
  return `{"crc":"${checksumOf(text)}",${text.slice(1)}\n`;
}

/** Returns the text of a line without its checksum; null if it is damaged. */
function checkedText(line: string): string | null {
  const [prefix, checksum] = CHECKSUM.exec(line) ?? [];
  if (prefix === undefined) return null;
  const text = `{${line.slice(prefix.length)}`;
  return checksumOf(text) === checksum ? text : null;
}

/** Number of damaged lines of a text; empty ones do not count. */
export const damagedLines = (text: string): number =>
  text.split('\n').filter((line) => line !== '' && checkedText(line) === null).length;

/** Parses a line without its line end; null if it is damaged. */
export function parseCheckedLine(line: string): JsonObject | null {
  const text = checkedText(line);
  return text === null ? null : orNull(() => JSON.parse(text) as JsonObject);
}
