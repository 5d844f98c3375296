import { expect, it } from 'vitest';
import { parseAlertsArguments } from './alerts-arguments.ts';
import { SyntaxProblem } from '../../core/errors.ts';

it('reads types and numbers', () => {
  const argv = ['test', 'cpu_total', 'FS_/home', '--warning', '80.5', '--for', '120', '--json'];
  expect(parseAlertsArguments(argv)).toEqual({
    types: ['CPU_TOTAL', 'FS_/HOME'],
    folder: null,
    confFile: null,
    from: null,
    thresholds: { warning: 80.5 },
    for: 120,
    clearFor: null,
    isJson: true,
  });
});

it.each([
  [['tests'], 'alerts: expected one of test, not "tests".'],
  [['test', '--warning', 'much'], '--warning: expected a number, not "much".'],
  [['test', '--for', '1.5'], '--for: expected a whole number of seconds, not "1.5".'],
  [['test', '--nope'], "Unknown option '--nope'."],
])('refuses %j', (argv, message) => {
  expect(() => parseAlertsArguments(argv)).toThrow(new SyntaxProblem(message));
});

it.each([[[]], [['--help']], [['test', '--help']]])('has help for %j', (argv) => {
  expect(parseAlertsArguments(argv)).toEqual({
    help: expect.stringContaining('Usage: gander alerts') as string,
  });
});
