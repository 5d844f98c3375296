import { expect, it } from 'vitest';
import { SyntaxProblem } from '../../core/errors.ts';
import { parseExplainArguments } from './explain-arguments.ts';

const NOW = new Date(2026, 10, 26, 12, 30).getTime();
const at = (hours: number, minutes: number, day = 26): number =>
  new Date(2026, 10, day, hours, minutes).getTime();

it.each([
  [[], at(12, 15), NOW],
  [['--at', '03:12'], at(3, 7), at(3, 17)],
  // Later than now: of yesterday.
  [['--at', '23:10'], at(23, 5, 25), at(23, 15, 25)],
  [['--at', '12:28'], at(12, 23), NOW],
  [['--from', '2h'], at(10, 30), NOW],
  [['--from', '11:00', '--to', '11:20'], at(11, 0), at(11, 20)],
  [['--to', '11:20'], at(11, 5), at(11, 20)],
])('%j', (argv, from, to) => {
  expect(parseExplainArguments(argv, NOW)).toMatchObject({
    from,
    to,
    client: null,
    folder: null,
    isJson: false,
  });
});

it('reads where to look', () => {
  const argv = ['-c', 'nas', '--json', '-C', 'g.conf'];
  expect(parseExplainArguments(argv, NOW)).toMatchObject({ client: 'nas', confFile: 'g.conf', isJson: true });
  expect(parseExplainArguments(['--folder', '/a'], NOW)).toMatchObject({ folder: '/a' });
});

it.each([
  [['--at', 'noon'], /^--at: expected a time of day such as 03:12, .* not "noon"\.$/],
  [['--at', '25:99'], /^--at: expected a time of day such as 03:12, .* not "25:99"\.$/],
  [['--at', '3h', '--to', '2h'], /^--at replaces --from and --to/],
  [['-c', 'nas', '--folder', '/a'], /^-c asks another host/],
  [['--from', '11:00', '--to', '10:00'], /^--from must be at least ten seconds before --to/],
  [['--from', '9d'], /more than seven days apart\.$/],
  [['--nope'], /^Unknown option '--nope'/],
  [['03:12'], /^Unexpected argument "03:12"\.$/],
])('refuses %j', (argv, message) => {
  expect(() => parseExplainArguments(argv, NOW)).toThrow(SyntaxProblem);
  expect(() => parseExplainArguments(argv, NOW)).toThrow(message);
});

it('has help', () => {
  expect(parseExplainArguments(['--help'])).toEqual({
    help: expect.stringContaining('Usage: gander explain') as string,
  });
});
