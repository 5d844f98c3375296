/** Log lines for the API: masks secrets and control characters, and finds containers. */
import type { Host } from '../../core/host.ts';
import type { Logs } from '../../core/logs.ts';
import { publicLine } from '../../core/redact.ts';
import { engines } from '../../measure/plugins/containers/engines.ts';
import { printable } from '../../show/display/printable.ts';
import type { LogsOff } from '../../serve/route/context.ts';
import type { Agent } from './agent.ts';

/** Most characters of a line. */
const MOST_TEXT = 1000;
/** Plugins that read containers. */
const READERS = ['containers', 'containerstates'];

export interface OpenLogsSetup {
  readonly host: Host;
  readonly agent: Pick<Agent, 'plugins' | 'sampler'>;
  readonly isEnabled: boolean;
}

export const showLine = (text: string): string => printable(publicLine(text), MOST_TEXT);

/** Readers are loaded on first use. */
export function openLogs({ host, agent, isEnabled }: OpenLogsSetup): Logs | LogsOff {
  if (!isEnabled) return { off: 'enable=False in [logs]' };
  let logs: Promise<Logs> | null = null;
  const load = async (): Promise<Logs> => {
    const [{ createLogs }, { createContainerReader }] = await Promise.all([
      import('../../features/logs/logs.ts'),
      import('../../features/logs/containers.ts'),
    ]);
    const readContainer = createContainerReader(() => containersOf(agent));
    return createLogs({ host, readContainer, show: showLine });
  };
  return { read: async (wanted) => (await (logs ??= load())).read(wanted) };
}

async function containersOf({ plugins, sampler }: OpenLogsSetup['agent']) {
  const readers = READERS.filter((name) => plugins.some((plugin) => plugin.name === name));
  if (readers.length === 0) return null;
  await sampler.touch(readers);
  return sampler.instance(engines).latest();
}
