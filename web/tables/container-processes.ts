/** Without the agent's data on a process's container, the best approximation is a filter for the usual process names of its image. */
import type { Container } from '../api/types.ts';
import { imageOf } from '../../src/show/display/container-columns.ts';
import { filterFor } from '../../src/show/display/filter.ts';

/** Programs that only start others. */
const STARTERS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'tini',
  'dumb-init',
  'env',
  'exec',
  'su-exec',
  'gosu',
]);

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** `nginx` of `docker.io/library/nginx:1.27@sha256:…`. */
const imageName = (image: string): string => baseOf(image.split('@')[0] ?? '').split(':')[0] ?? '';

/** Returns the first program of a command, skipping launchers. */
const programName = (command: string): string =>
  command
    .split(/\s+/)
    .map(baseOf)
    .find((word) => word !== '' && !word.startsWith('-') && !STARTERS.has(word) && !word.endsWith('.sh')) ??
  '';

/** Filter for processes named like a container's program; null: unknown. */
export function likelyProcesses(container: Container): string | null {
  const first = imageOf(container).split(',')[0] ?? '';
  const names = [programName(container.command ?? ''), imageName(first), container.name];
  const known = [...new Set(names.filter((name) => /\w/.test(name)))];
  if (known.length === 0) return null;
  const alternatives = known.map((name) => filterFor('', name).slice(1));
  return `name:(${alternatives.join('|')}).*`;
}
