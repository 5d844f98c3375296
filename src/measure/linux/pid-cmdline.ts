import { decode } from './bytes.ts';

/** This many empty arguments are the rest of earlier ones, overwritten by a process title. */
const PADDING = 8;

/**
 * Arguments of a process from /proc/<pid>/cmdline; none for kernel threads and zombies.
 *
 * Each ends with NUL. A process title (setproctitle) is a single text without or padded with NUL, which is split at blanks.
 */
export function parsePidCmdline(bytes: Uint8Array): string[] {
  if (bytes.length === 0) return [];
  const text = decode(bytes);
  const args = (text.endsWith('\0') ? text.slice(0, -1) : text).split('\0');
  const [first = '', ...others] = args;
  const isTitle = (first.includes(' ') || others.length >= PADDING) && others.every((arg) => arg === '');
  if (isTitle || !text.includes('\0')) return first.split(' ').filter((word) => word !== '');
  return args.every((arg) => arg === '') ? [] : args;
}
