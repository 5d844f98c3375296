/** `--notify-test TARGET`: one notification to one target. */
import { createFileProblems } from '../../core/file-problems.ts';
import { portOf } from '../cli/options.ts';
import { browsersOf } from '../parts/browsers.ts';
import { openPrinting } from '../parts/local-parts.ts';
import { sendTest } from '../parts/send-test.ts';
import type { Run } from '../parts/run.ts';

const EXIT_CODES = { sent: 0, failed: 1, unusable: 2, unknown: 2 };

/** Resolves with the exit code. */
export async function run(run: Run): Promise<number> {
  const { configuration, host, output } = await openPrinting(run);
  const { values } = run.command;
  const environment = run.process.env;
  const browsers = browsersOf(environment, portOf(values), host.clock, createFileProblems(run.log));
  const setup = { configuration, environment, host, browsers };
  const { outcome, text } = await sendTest(values.notify_test ?? '', setup, true);
  (outcome === 'sent' ? run.print : output.warn)(text);
  return EXIT_CODES[outcome];
}
