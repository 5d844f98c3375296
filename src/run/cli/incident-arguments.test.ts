import { expect, it } from 'vitest';
import { parseOpenArguments } from './open-arguments.ts';
import { parseSnapshotArguments } from './snapshot-arguments.ts';

const NOW = new Date(2026, 10, 26, 12, 30).getTime();

it('reads what to write', () => {
  expect(parseSnapshotArguments([], NOW)).toEqual({
    from: NOW - 900_000,
    to: NOW,
    client: null,
    output: null,
    isRedacted: false,
    folder: null,
    confFile: null,
  });
  const argv = ['--at', '2h', '-o', 'x.gz', '--redact', '--folder', '/a', '-C', 'g.conf'];
  expect(parseSnapshotArguments(argv, NOW)).toMatchObject({
    from: NOW - 7_500_000,
    output: 'x.gz',
    isRedacted: true,
    folder: '/a',
    confFile: 'g.conf',
  });
});

it('reads what to open', () => {
  expect(parseOpenArguments(['x.gz'])).toEqual({ file: 'x.gz', port: 0 });
  expect(parseOpenArguments(['x.gz', '-p', '8080'])).toEqual({ file: 'x.gz', port: 8080 });
});

it.each([
  [() => parseSnapshotArguments(['--from', '1h', '--to', '2h'], NOW), /^--from must be at least ten seconds/],
  [() => parseSnapshotArguments(['x'], NOW), /^Unexpected argument "/],
  [() => parseSnapshotArguments(['-c', 'web1', '--folder', '/a'], NOW), /leave --folder out\.$/],
  [() => parseOpenArguments([]), /^missing required argument 'file'/i],
  [
    () => parseOpenArguments(['x', '-p', '0']),
    /^--port: expected a whole number from 1 to 65535, not "0"\.$/,
  ],
  [() => parseOpenArguments(['x', 'y']), /^Unexpected argument "/],
])('%s is refused', (parse, message) => {
  expect(parse).toThrow(message);
});
