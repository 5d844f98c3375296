import { describe, expect, it } from 'vitest';
import { fleetServer } from '../../test/support/fleet-server.ts';
import { grouped, type Line, linesOf, nameOfGroup } from './lines.ts';

const SERVERS = [
  fleetServer('a', { tags: ['web', 'eu'] }),
  fleetServer('b', { tags: ['web'] }),
  fleetServer('c', { tags: ['eu'], status: 'OFFLINE' }),
  fleetServer('d'),
];
const words = (lines: readonly Line[]): string[] =>
  lines.map((line) =>
    line.server === null
      ? `${line.title} ${line.count}${line.trouble && `: ${line.trouble}`}`
      : line.server.name,
  );

describe('lines', () => {
  it('are servers where there are no groups', () => {
    expect(words(grouped(linesOf(SERVERS, 'none', [])))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('stand below each of their tags, the worst group first', () => {
    const lines = grouped(linesOf(SERVERS, 'tag', []));
    expect(words(lines)).toEqual(['eu 2: 1 offline', 'a', 'c', 'web 2', 'a', 'b', 'no tags 1', 'd']);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });

  it('keep the order they come in within a group', () => {
    const lines = grouped([...linesOf(SERVERS, 'tag', [])].reverse());
    expect(words(lines)).toEqual(['eu 2: 1 offline', 'c', 'a', 'web 2', 'b', 'a', 'no tags 1', 'd']);
  });

  it('go by status', () => {
    expect(words(grouped(linesOf(SERVERS, 'status', [])))).toEqual([
      'Offline 1: 1 offline',
      'c',
      'Online 3',
      'a',
      'b',
      'd',
    ]);
  });

  it('fold away', () => {
    const lines = grouped(linesOf(SERVERS, 'tag', ['web', '']));
    expect(words(lines)).toEqual(['eu 2: 1 offline', 'a', 'c', 'web 2', 'no tags 1']);
    const headings = lines.flatMap((line) => (line.server === null ? [line] : []));
    expect(headings.map(nameOfGroup)).toEqual(['eu', 'web', '']);
  });
});
