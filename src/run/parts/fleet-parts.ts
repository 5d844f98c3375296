/** The hub of `--browser`: its servers, their history and their alerts. Its code is loaded only if it is used. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Environment, HostClock, LogWriter, WatchedHost } from '../../core/base-services.ts';
import type { AlertChange, SavedEvent } from '../../core/event.ts';
import { FileProblems } from '../../core/file-problems.ts';
import { definePart, type Part, pieceOf } from '../../core/parts/part.ts';
import { off, optional } from '../../core/parts/service.ts';
import { createHeldSignal, createSignal } from '../../core/parts/signal.ts';
import { Browsing } from '../../fleet/discovery/setup.ts';
import { Fleet } from '../../fleet/hub/fleet.ts';
import { FailureWatch } from '../../alerts/failure-rules/watch.ts';
import { WatchedLevels } from '../../measure/levels/levels.ts';
import { FleetArchive } from '../../history/archive/own-archive.ts';
import { Listening } from '../../http/server/listening.ts';
import { Registry, Login } from '../../http/route/services.ts';
import { CommandLine } from '../cli/parse.ts';
import { Configuration } from '../config/load.ts';
import { EventJournal } from '../../history/events/agent-journal.ts';
import { AlertRecords } from '../../alerts/events/alert-records.ts';
import { FleetAlerts } from '../../alerts/events/alert-source.ts';
import { Announcer } from './announcer.ts';
import { ARCHIVE_NEEDS, archiveSetup } from './archive-setup.ts';
import { archiveLine } from './archive.ts';
import { FleetPolls, OpenedFleetArchive, OpenedHub } from './opened-fleet.ts';

const hub = definePart({
  name: 'hub',
  needs: {
    command: CommandLine,
    configuration: Configuration,
    registry: Registry,
    environment: Environment,
    levels: WatchedLevels,
    login: optional(Login),
    clock: HostClock,
    log: LogWriter,
    problems: FileProblems,
  },
  provides: OpenedHub,
  isEssential: true,
  async open({ command: { values }, levels, login, ...setup }, { onStop }) {
    if (!values.browser || !values.webserver) return off('--browser is not given with -w');
    const [{ openHub }, { openStoredHistory }] = await Promise.all([
      import('./hub.ts'),
      import('./stored-history.ts'),
    ]);
    const stored = openStoredHistory({ ...setup, levels });
    const opened = openHub({ ...setup, stored, values, hasPassword: login !== null });
    onStop(opened.hub.stop);
    return opened;
  },
});

const history = definePart({
  name: 'history of servers',
  needs: { ...ARCHIVE_NEEDS, opened: OpenedHub },
  provides: OpenedFleetArchive,
  isEssential: true,
  async open({ opened, ...met }, { onStop }) {
    const { openFleetArchive } = await import('./fleet-archive.ts');
    const found = openFleetArchive({ ...archiveSetup(met), ...opened });
    const { archive } = found;
    if (!('off' in archive)) onStop(() => archive.stop());
    return found;
  },
});

/** Longest wait of a hub for a hanging disk. */
const TIMEOUT_MS = 1000;

const polls = definePart({
  name: 'polls of servers',
  needs: {
    opened: OpenedHub,
    history: OpenedFleetArchive,
    configuration: Configuration,
    listening: Listening,
    announcer: Announcer,
  },
  provides: FleetPolls,
  open({ opened, history: { archive, record }, configuration, listening, announcer }, { onStop }) {
    const { ssl_certfile, url_prefix: prefix } = configuration.sections.outputs;
    const begun = createSignal<void>();
    let hasBegun = false;
    listening.whenListening('polls of servers', async (servers) => {
      // Polls start when the numbers of the previous run are loaded, or soon: later ones are merged.
      if (!('off' in archive))
        await Promise.race([archive.start(), sleep(TIMEOUT_MS, undefined, { ref: false })]);
      const rest = servers.find(({ protocol }) => protocol === 'rest');
      opened.hub.start(rest && { isSecure: ssl_certfile !== undefined, port: rest.port, prefix });
      onStop(record());
      hasBegun = true;
      await begun.emit();
      announcer.tell(archiveLine(archive, 'history of the fleet'));
    });
    return {
      whenBegun(then) {
        if (hasBegun) then();
        else begun.on(then);
      },
    };
  },
});

const alerts = definePart({
  name: 'alerts of servers',
  needs: {
    opened: OpenedHub,
    polls: FleetPolls,
    registry: Registry,
    clock: HostClock,
    journal: optional(EventJournal),
    records: AlertRecords,
  },
  provides: FleetAlerts,
  async open({ opened, polls: { whenBegun }, registry, clock, journal, records }, scope) {
    const { watchFleetAlerts } = await import('../../fleet/hub/fleet-alerts.ts');
    const changed = createHeldSignal<AlertChange>(scope);
    const over = createHeldSignal<SavedEvent>(scope);
    const { book, start, stop } = watchFleetAlerts({
      hub: opened.hub,
      clock,
      registry,
      journal,
      records: records.servers,
      onAlert: changed.emit,
      onOver: (saved) => void over.emit(saved),
    });
    whenBegun(start);
    return { ...book, changed, over, restored: createSignal<void>(), stop };
  },
});

const outages = definePart({
  name: 'outages of servers',
  needs: { opened: OpenedHub, polls: FleetPolls, failureRules: FailureWatch, host: WatchedHost },
  async open({ opened, polls: { whenBegun }, failureRules, host }, { onStop }) {
    const { watchOutages } = await import('../../fleet/hub/fleet-outages.ts');
    whenBegun(() => onStop(watchOutages(opened.hub, failureRules, host)));
  },
});

export const FLEET: readonly Part[] = [
  hub,
  pieceOf(Fleet, OpenedHub, (opened) => opened.hub),
  pieceOf(Browsing, OpenedHub, ({ hub: { found, lost } }) => ({ onFound: found, onLost: lost })),
  history,
  pieceOf(FleetArchive, OpenedFleetArchive, ({ archive }) => ('off' in archive ? off(archive.off) : archive)),
  polls,
  alerts,
  outages,
];
