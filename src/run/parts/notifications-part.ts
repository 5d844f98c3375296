/** Notifications of this machine's alerts, and of those of a hub's servers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Environment, LogWriter, WatchedHost } from '../../core/base-services.ts';
import { definePart } from '../../core/parts/part.ts';
import { optional } from '../../core/parts/service.ts';
import { createSilenced, Silenced } from '../../alerts/silences/silenced.ts';
import { Silences } from '../../alerts/silences/silences.ts';
import { calledBy } from '../../fleet/hub/server.ts';
import { Fleet } from '../../fleet/hub/fleet.ts';
import { Browsers } from '../../alerts/notify/web-push/browsers.ts';
import { placeOf } from '../cli/options.ts';
import { CommandLine } from '../cli/parse.ts';
import { Configuration } from '../config/load.ts';
import { OwnAlertBoard } from './alert-board.ts';
import { AlertCauses } from '../../explain/alert-causes.ts';
import { FleetAlerts, OwnAlerts } from '../../alerts/events/alert-source.ts';
import { Notifications, openNotifications } from './notifications.ts';
import { Targets } from './targets.ts';

export const silencedPart = definePart({
  name: 'silenced alerts',
  needs: {
    silences: optional(Silences),
    fleet: optional(Fleet),
    own: optional(OwnAlerts),
    servers: optional(FleetAlerts),
  },
  provides: Silenced,
  isEssential: true,
  open({ silences, fleet, own, servers }) {
    const silenced = createSilenced(silences, (id) => {
      const state = fleet?.find(id);
      return state === undefined ? null : calledBy(state.server);
    });
    own?.over.on(silenced.ended);
    servers?.over.on(silenced.ended);
    return silenced;
  },
});

/** Longest wait of notifications for the journal at the end. */
const JOURNAL_MS = 200;

export const notificationsPart = definePart({
  name: 'notifications',
  needs: {
    targets: Targets,
    own: optional(OwnAlerts),
    servers: optional(FleetAlerts),
    board: OwnAlertBoard,
    causes: AlertCauses,
    browsers: optional(Browsers),
    silenced: Silenced,
    silences: optional(Silences),
    environment: Environment,
    host: WatchedHost,
    command: CommandLine,
    configuration: Configuration,
    log: LogWriter,
  },
  provides: Notifications,
  isEssential: true,
  open({ own, servers, board: { shown }, command, configuration, ...setup }, scope) {
    const sources = own === null ? [] : [own, ...(servers === null ? [] : [servers])];
    const notifications = openNotifications({
      ...setup,
      sources,
      shown,
      port: placeOf(command, configuration).port,
    });
    scope.onStart(notifications.start);
    scope.onStop(async () => {
      // Pending changes are still notified; a disk may hang.
      const settled = Promise.all(sources.map(({ stop }) => stop()));
      await Promise.race([settled, sleep(JOURNAL_MS, undefined, { ref: false })]);
      await notifications.stop();
    });
    return notifications;
  },
});
