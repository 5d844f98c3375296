import { expect, it } from 'vitest';
import { parseArchiveArguments } from './archive-arguments.ts';
import { SyntaxProblem } from './endings.ts';

it.each([
  [['nope'], 'archive: expected one of stat, check, export, import, prune, not "nope".'],
  [['prune'], "Required option '--older-than <duration>' not specified."],
  [['export', '--stpe', '5m'], "Unknown option '--stpe'. Did you mean --step?"],
  [['export', '--step', '5x'], '--step: expected a duration such as 12h, 90d or 5y, not "5x".'],
  [['export', '--from', '2026-77'], '--from: "2026-77" is not a date such as 2026-11-22T05:00Z.'],
])('refuses %j', (argv, message) => {
  expect(() => parseArchiveArguments(argv)).toThrow(new SyntaxProblem(message));
});
