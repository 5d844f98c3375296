/** Lines of files that only grow: a JSON object each, with a checksum of the rest as its first member. */
import { crc32 } from 'node:zlib';

const CHECKSUM = /^\{"crc":"([\da-f]{8})",/;

const checksumOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');

/** @param value with a member at least */
export function checkedLine(value: object): string {
  const text = JSON.stringify(value);
  return `{"crc":"${checksumOf(text)}",${text.slice(1)}\n`;
}

/** The object of a line without its end; null when it is damaged. */
export function parseCheckedLine(line: string): Record<string, unknown> | null {
  const [prefix, checksum] = CHECKSUM.exec(line) ?? [];
  if (prefix === undefined) return null;
  const text = `{${line.slice(prefix.length)}`;
  if (checksumOf(text) !== checksum) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
