/** `-c`: prints values of another host. */
import { plugins } from '../../measure/plugins/index.ts';
import { createSystemClock } from '../../measure/host/system-clock.ts';
import { EXIT_USAGE } from '../../core/errors.ts';
import { createRemote } from '../../show/text/remote-agent.ts';
import { outputOf, refreshOf } from '../parts/output-setup.ts';
import { takePassword } from '../cli/password/from-environment.ts';
import { createTerminal } from '../cli/password/terminal.ts';
import { printMode } from './print.ts';
import { openRemote } from '../parts/open-remote.ts';
import { readConfiguration } from '../parts/configuration.ts';
import type { Run } from '../parts/run.ts';

/** Resolves with the exit code; 2: the host could finally not be shown. Throws like {@link openRemote}. */
export async function run(run: Run): Promise<number> {
  const { process, command, mode } = run;
  const { env, stdin, stderr } = process;
  const given = takePassword(env);
  const configuration = await readConfiguration(command.values.conf_file, env);
  const output = outputOf(process, command);
  const { remote, name } = await openRemote({
    values: command.values,
    given,
    raw: configuration.raw,
    // The output may be for a program.
    terminal: createTerminal({ stdin, stdout: stderr }),
    warn: output.warn,
  });
  const refresh = refreshOf(command, configuration);
  const clock = createSystemClock();
  const opening = { remote, name, registry: plugins, clock, refresh };
  if (mode === 'terminal') {
    const { showSubject } = await import('./terminal.ts');
    const { openRemoteSubject } = await import('../parts/remote-source.ts');
    const { outputs } = configuration.sections;
    await showSubject({ ...run, outputs }, await openRemoteSubject(opening));
    return 0;
  }
  const shown = createRemote(opening);
  await printMode({ ...run, ...output, registry: plugins, shown, machine: '' });
  return shown.problem() === null ? 0 : EXIT_USAGE;
}
