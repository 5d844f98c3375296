/** `-c`: prints what another host serves. */
import { diskFiles } from '../config/files.ts';
import { loadSettings } from '../config/load.ts';
import { findConfig } from '../config/search.ts';
import { createSystemClock } from '../../measure/host/system-clock.ts';
import { EXIT_USAGE } from '../cli/endings.ts';
import { createRemote } from '../../show/text/remote-agent.ts';
import { outputOf, refreshOf } from '../parts/output-setup.ts';
import { takePassword } from '../cli/password/from-environment.ts';
import { createTerminal } from '../cli/password/terminal.ts';
import { printMode, type PrintSetup } from './print.ts';
import { openRemote } from '../parts/open-remote.ts';
import type { Life } from '../process/life.ts';

export interface ShowRemoteSetup extends Pick<PrintSetup, 'mode' | 'command' | 'registry' | 'print'> {
  process: NodeJS.Process;
  life: Life;
}

/** The exit code: 2 when the host could not be shown in the end. Throws as {@link openRemote} does. */
export async function showRemote(setup: ShowRemoteSetup): Promise<number> {
  const { process, command, registry } = setup;
  const { env, stdin, stderr } = process;
  const given = takePassword(env);
  const file = findConfig(command.values.conf_file ?? undefined, env, diskFiles);
  const configuration = await loadSettings({ registry, file, files: diskFiles });
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
  const opening = { remote, name, registry, clock, refresh };
  if (setup.mode === 'terminal') {
    const { showSubject } = await import('./terminal.ts');
    const { openRemoteSubject } = await import('../parts/remote-subject.ts');
    const { outputs } = configuration.sections;
    await showSubject({ ...setup, outputs }, await openRemoteSubject(opening));
    return 0;
  }
  const shown = createRemote(opening);
  await printMode({ ...setup, ...output, shown, machine: '' });
  return shown.problem() === null ? 0 : EXIT_USAGE;
}
