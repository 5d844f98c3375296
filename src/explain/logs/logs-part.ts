/** Log lines for the API: masks secrets and control characters, and finds containers. */
import { valuesOf, WatchedHost } from '../../core/base-services.ts';
import type { Host } from '../../core/host.ts';
import { Logs } from './log-lines.ts';
import { definePart } from '../../core/parts/part.ts';
import { off, optional, orOff } from '../../core/parts/service.ts';
import { publicLine } from '../../core/redact.ts';
import { engines } from '../../measure/plugins/containers/engines.ts';
import { Sampling } from '../../measure/sampler/sampling.ts';
import { pageFlag, PageFlags } from '../../http/route/page-flags.ts';
import { Routes } from '../../http/route/route.ts';
import { Access } from '../../http/route/services.ts';
import { Incident } from '../../history/past/opened-incident.ts';
import { isReadable } from './readable-logs.ts';
import { printable } from '../../show/display/printable.ts';
import { logsRoute } from './logs-route.ts';
import { LOGS_SECTION } from './logs-section.ts';

/** Most characters of a line. */
const MOST_TEXT = 1000;
/** Plugins that read containers. */
const READERS = ['containers', 'containerstates'];

export const showLine = (text: string): string => printable(publicLine(text), MOST_TEXT);

export const logsPart = definePart({
  name: 'logs',
  needs: { options: valuesOf(LOGS_SECTION), host: WatchedHost, sampling: Sampling },
  provides: Logs,
  brings: [
    Routes.of(logsRoute),
    PageFlags.of(
      pageFlag('hasLogs', { logs: orOff(Logs), access: Access, incident: optional(Incident) }, isReadable),
    ),
  ],
  open: ({ options, host, sampling }) =>
    options.enable ? openLogs({ host, sampling }) : off('enable=False in [logs]'),
});

/** Readers are loaded on first use. */
export function openLogs({ host, sampling }: { host: Host; sampling: Sampling }): Logs {
  let logs: Promise<Logs> | null = null;
  const load = async (): Promise<Logs> => {
    const [{ createLogs }, { createContainerReader }] = await Promise.all([
      import('./logs.ts'),
      import('./containers.ts'),
    ]);
    const readContainer = createContainerReader(() => containersOf(sampling));
    return createLogs({ host, readContainer, show: showLine });
  };
  return { read: async (wanted) => (await (logs ??= load())).read(wanted) };
}

async function containersOf({ plugins, sampler }: Sampling) {
  const readers = READERS.filter((name) => plugins.some((plugin) => plugin.name === name));
  if (readers.length === 0) return null;
  await sampler.touch(readers);
  return sampler.instance(engines).latest();
}
