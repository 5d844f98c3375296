/** Connects the agent's events to the configured targets. */
import type { ShownAlert } from '../../core/alert.ts';
import type { AlertChange, SavedEvent } from '../../core/event.ts';
import type { LogWriter } from '../../core/base-services.ts';
import type { Host } from '../../core/host.ts';
import { service } from '../../core/parts/service.ts';
import type { Silences } from '../../alerts/silences/silences.ts';
import { noticeEvent, noticeOf } from '../../alerts/notify/notice-of.ts';
import type { Notifier } from '../../alerts/notify/notifier.ts';
import type { Send } from '../../alerts/notify/send.ts';
import type { NotifyOptions } from '../../alerts/notify/options.ts';
import { openNotifier } from '../../alerts/notify/open-notifier.ts';
import type { NoticeEvent } from '../../core/notice.ts';
import { joinedMemory } from '../../alerts/events/told-memory.ts';
import { sendTestTo } from '../../alerts/notify/test-target.ts';
import type { Browsers } from '../../alerts/notify/web-push/browsers.ts';
import type { AlertCauses } from '../../explain/alert-causes.ts';
import type { AlertSource } from '../../alerts/events/alert-source.ts';
import { sendNow } from './send-test.ts';
import type { Targets } from './targets.ts';
import type { Silenced } from '../../alerts/silences/silenced.ts';
import { hostName } from '../../core/host-name.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface NotificationSetup {
  targets: Targets;
  /** Of this machine, and of the servers of a hub. */
  sources: readonly AlertSource[];
  /** Texts and links of this machine's alerts, as listed; null: they are not listed. */
  shown: ((event: NoticeEvent) => ShownAlert) | null;
  /** Why values passed their thresholds; null: unknown. */
  causes: AlertCauses | null;
  environment: Environment;
  host: Host;
  log: LogWriter;
  /** Port of the server, which distinguishes the queues of several agents. */
  port: number;
  /** Default: with queues on disk. */
  openWith?: typeof openNotifier;
  /** Browsers with notifications; null: not available. */
  browsers: Browsers | null;
  /** Holds back silenced alerts, and matches names of servers. */
  silenced: Silenced;
  /** Null: not available. */
  silences: Silences | null;
}

export interface Notifications {
  /** Sends a test message to a target or browser; null: none with this name. The text has no secrets. */
  test(name: string): Promise<{ isSent: boolean; text: string } | null>;
  /** Sends the notices of an earlier run. */
  start(): void;
  /** A notified alert by number, also of a hub's server; null: it is over. */
  alert(id: number): SavedEvent | null;
  stop(): Promise<void>;
}
export const Notifications = service<Notifications>('notifications');

export function openNotifications(setup: NotificationSetup): Notifications {
  const { targets, sources, shown, causes, environment, host, log, port, browsers } = setup;
  const { silenced, silences, openWith = openNotifier } = setup;
  const name = hostName(host);
  const { receivers } = targets;
  const memory = joinedMemory(sources.map((source) => source.memory));
  const open = (options: NotifyOptions): Notifier | null =>
    openWith({
      targets: receivers(),
      options,
      environment,
      isRoot: process.getuid?.() === 0,
      instance: port,
      clock: host.clock,
      log: log.write,
      send: sendToAll,
      isSilenced: silenced.covers,
      namesOf: silenced.namesOf,
      causeOf: async (event) => causes?.(event) ?? null,
      memory,
      isCurrent: (subject) => sources.every(({ isCurrent }) => isCurrent(subject)),
      current(subject) {
        for (const { current } of sources) {
          const alert = current(subject);
          if (alert !== null)
            return { event: asListed(noticeEvent(alert)), host: alert.server?.name ?? name };
        }
        return null;
      },
    });
  /** Removes browsers that their push service no longer knows. */
  const sendToAll: Send = async (delivery, context) => {
    const verdict = await sendNow(delivery, context);
    if (delivery.protocol === 'push' && verdict.isGone === true)
      void browsers?.remove(delivery.browser).catch(() => undefined);
    return verdict;
  };
  const asListed = (event: NoticeEvent): NoticeEvent =>
    shown === null || event.server !== undefined ? event : { ...event, shown: shown(event) };
  let notifier = open(targets.options().notify);
  /** Servers with targets notify about their alerts themselves. */
  const isOurs = ({ server }: SavedEvent): boolean => {
    const { notify } = targets.options().fleet;
    return server === undefined || notify === 'all' || (notify === 'auto' && !server.notifies);
  };
  const renew = async (): Promise<void> => {
    const options = targets.options().notify;
    if (notifier !== null) return notifier.replace(receivers(), options);
    notifier = open(options);
    start();
  };
  const start = (): void => {
    if (notifier === null) memory.retain(new Set());
    else notifier.start();
  };
  const notify = async (change: AlertChange): Promise<void> => {
    if (!isOurs(change)) return;
    const notice = noticeOf(change, name);
    await notifier?.notify({ ...notice, event: asListed(notice.event) });
  };
  for (const { changed, restored } of sources) {
    changed.on(notify);
    restored.on(() => notifier?.look());
  }
  targets.changed.on(renew);
  silences?.over.on(() => notifier?.look());
  return {
    async test(target) {
      const found = receivers().find((one) => one.name === target);
      const options = targets.options().notify;
      return found === undefined
        ? null
        : sendTestTo(found, {
            clock: host.clock,
            options,
            host: name,
            send: sendToAll,
            mayRunPrograms: false,
          });
    },
    start() {
      if (sources.length === 0 && notifier !== null)
        log.write('WARNING', 'Targets are not notified: the plugin alert is disabled.');
      start();
    },
    alert: (id) =>
      sources.flatMap(({ notified }) => notified()).find((one) => one.id === id && one.event.end === -1) ??
      null,
    stop: async () => notifier?.stop(),
  };
}
