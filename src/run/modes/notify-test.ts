/** `--notify-test TARGET`: one notification to one target. */
import { openPrintingMachine } from '../parts/machine.ts';
import { sendTest } from '../parts/notifications.ts';
import type { Run } from '../parts/run.ts';

/** Resolves with the exit code. */
export async function run(run: Run): Promise<number> {
  const { configuration, host, output } = await openPrintingMachine(run);
  const name = run.command.values.notify_test ?? '';
  const { exitCode, text } = await sendTest(
    name,
    { configuration, environment: run.process.env, host },
    true,
  );
  (exitCode === 0 ? run.print : output.warn)(text);
  return exitCode;
}
