/** `--notify-test TARGET`: one notification to one target. */
import { createFileProblems } from '../../core/file-problems.ts';
import { placeOf } from '../cli/options.ts';
import { browsersOf } from '../parts/browsers.ts';
import { openPrinting } from '../parts/local-parts.ts';
import { sendTest } from '../parts/send-test.ts';
import type { Run } from '../parts/run.ts';

const EXIT_CODES = { sent: 0, failed: 1, unusable: 2, unknown: 2 };

/** Resolves with the exit code. */
export async function run(run: Run): Promise<number> {
  const { configuration, host, output } = await openPrinting(run);
  const environment = run.process.env;
  const port = placeOf(run.command, configuration).port;
  const browsers = browsersOf(environment, port, host.clock, createFileProblems(run.log));
  const setup = { configuration, environment, host, browsers };
  const { outcome, text } = await sendTest(run.command.values.notify_test ?? '', setup, true);
  (outcome === 'sent' ? run.print : output.warn)(text);
  return EXIT_CODES[outcome];
}
