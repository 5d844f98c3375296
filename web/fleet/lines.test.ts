import { describe, expect, it } from 'vitest';
import { fleetServer } from '../../test/support/fleet-server.ts';
import { say } from '../../src/core/said.ts';
import { speak } from '../../src/show/display/language.ts';
import { catalogueOf } from '../../test/support/catalogues.ts';
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

it('servers that are gone for one reason are one line, among the others by how bad they are', () => {
  const gone = (name: string, ip: string) =>
    fleetServer(name, { status: 'OFFLINE', ip, reason: `connection refused by ${ip}:61208` });
  const servers = [
    fleetServer('x'),
    gone('n1', '10.0.0.1'),
    gone('n2', '10.0.0.2'),
    fleetServer('lone', { status: 'OFFLINE', reason: 'no address' }),
  ];
  const folded = linesOf(servers, 'none', []);
  expect(folded.map(({ server }) => server?.name ?? null)).toEqual(['x', 'lone', null]);
  expect(folded[2]).toMatchObject({
    title: 'Offline since 2026-11-21 06:00: connection refused by …',
    about: 'Offline since 2026-11-21 06:00: connection refused by …\nn1, n2',
    trouble: 'n1, n2',
    isFolded: true,
  });
  const open = grouped(linesOf(servers, 'none', ['connection refused by …']));
  expect(open.map(({ server }) => server?.name ?? 'heading')).toEqual(['x', 'lone', 'heading', 'n1', 'n2']);
});

it('a reason is written in the language that was loaded after the list', () => {
  const reason_said = say('connection refused by {server}', { server: 'x:9' });
  const gone = ['n1', 'n2'].map((name) =>
    fleetServer(name, { status: 'OFFLINE', reason: 'connection refused by x:9', reason_said }),
  );
  try {
    speak('de', catalogueOf('de'));
    expect(linesOf(gone, 'none', [])[0]).toMatchObject({
      title: expect.stringContaining(': x:9 lehnt die Verbindung ab') as string,
    });
  } finally {
    speak('en', {});
  }
});
