/** The outcome of a Vitest run, from the report of its reporter `json`. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MESSAGE_LINES = 6;

/** The message, and where the error was thrown. */
function firstLines(message) {
  const lines = stripVTControlCharacters(message).trim().split('\n');
  const frame = lines.findIndex((line) => /^\s+at /.test(line));
  if (frame === -1) return lines.slice(0, MESSAGE_LINES);
  return [...lines.slice(0, Math.min(frame, MESSAGE_LINES)), lines[frame].trim()];
}

/** A failed file without failed tests did not load, or its hooks failed. */
function failuresOf({ name, status, message, assertionResults }, root) {
  const file = relative(root, name);
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({ file, name: test.fullName, lines: test.failureMessages.flatMap(firstLines) }));
  if (status !== 'failed' || failures.length > 0) return failures;
  return [{ file, name: 'the file as a whole', lines: firstLines(message) }];
}

/** Number of passed tests, and all failures: tests and whole files. */
export function outcome({ numPassedTests, testResults }, root) {
  return { passed: numPassedTests, failures: testResults.flatMap((file) => failuresOf(file, root)) };
}

/** The last line of a run, with all skipped tests and reasons; null: none. */
export function describeSkipped(text) {
  const found = stripVTControlCharacters(text).matchAll(/^skipped: (.+)$/gm);
  const all = [...new Set([...found].map(([, what]) => what))];
  return all.length === 0 ? null : `Skipped: ${all.join('; ')}`;
}

/** One failure in the summary of a run. */
export const describeFailure = ({ suite, file, name, lines = [] }) =>
  [[suite, file, name].filter(Boolean).join(' > '), ...lines.map((line) => `    ${line}`)].join('\n');
