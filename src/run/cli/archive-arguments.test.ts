import { expect, it } from 'vitest';
import { parseArchiveArguments } from './archive-arguments.ts';
import { SyntaxProblem } from '../../core/errors.ts';

it.each([
  [['nope'], 'archive: expected one of stat, check, export, import, prune, not "nope".'],
  [['prune'], "Required option '--older-than <duration>' not specified."],
  [['export', '--stpe', '5m'], "Unknown option '--stpe'. Did you mean --step?"],
  [['export', '--step', '5x'], '--step: expected a duration such as 12h, 90d or 5y, not "5x".'],
  [
    ['export', '--from', '2026-77'],
    '--from: expected milliseconds since 1970, a date such as 2026-11-22T05:00Z, an age such as 7d or -7d, or now, not "2026-77".',
  ],
])('refuses %j', (argv, message) => {
  expect(() => parseArchiveArguments(argv)).toThrow(new SyntaxProblem(message));
});

it.each(['7d', '-7d'])('takes the age %s', (age) => {
  const now = Date.now();
  const parsed = parseArchiveArguments(['export', '--from', age]);
  const from = 'options' in parsed ? parsed.options.from : null;
  expect(from).toBeGreaterThanOrEqual(now - 7 * 86_400_000);
  expect(from).toBeLessThanOrEqual(Date.now() - 7 * 86_400_000);
});
