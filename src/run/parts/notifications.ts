/** Connects the agent's events to the configured targets. */
import type { Configuration } from '../config/load.ts';
import { didYouMean } from '../../core/nearest.ts';
import type { NamedAlert, ShownAlert } from '../../core/alert.ts';
import type { AlertChange, SavedEvent } from '../../core/event.ts';
import type { Host } from '../../core/host.ts';
import type { Calm, ToldAlert } from '../../alerts/calm/calm.ts';
import type { Silences } from '../../alerts/silences/silences.ts';
import { noticeEvent, noticeOf, savedNotice } from '../../alerts/notify/notice-of.ts';
import { readSecretFile } from '../../net/deliver/secret-value.ts';
import type { Notifier } from '../../alerts/notify/notifier.ts';
import { createLoader } from '../../net/deliver/packages.ts';
import { createSend, type Send } from '../../alerts/notify/send.ts';
import { installCommand } from '../../net/deliver/optional-packages.ts';
import type { NotifyOptions } from '../../alerts/notify/options.ts';
import { openNotifier } from '../../alerts/notify/open-notifier.ts';
import type { EventNotice, NoticeEvent } from '../../alerts/notify/notice.ts';
import { resolveTargets, type Target } from '../../alerts/notify/target.ts';
import { sendTestTo, testTarget, type TestResult } from '../../alerts/notify/test-target.ts';
import type { Browsers } from '../../alerts/notify/web-push/browsers.ts';
import { receiversOf, withBrowsers } from './browsers.ts';
import type { AlertCauses } from './alert-causes.ts';
import type { Silenced } from '../../alerts/silences/silenced.ts';
import { hostName } from '../../core/host-name.ts';
import type { Log } from '../process/log.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface NotificationSetup {
  configuration: Configuration;
  targets: readonly Target[];
  environment: Environment;
  host: Host;
  log: Log;
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
  /** Whether there is a target. */
  hasTargets(): boolean;
  /** The configured targets. */
  targets(): readonly Target[];
  /** Sends a test message to a target or browser; null: none with this name. The text has no secrets. */
  test(name: string): Promise<{ isSent: boolean; text: string } | null>;
  /** Resolves when all targets have queued the change; never rejects. */
  onAlert(change: AlertChange): Promise<void>;
  /**
   * Adopts alerts notified by the previous agent.
   * @param stoppedAt its last sign of life, Unix milliseconds
   */
  recall(told: readonly ToldAlert[], stoppedAt: number): void;
  /** Texts and links of this machine's alerts, as listed. */
  showAs(shown: (alert: NamedAlert) => ShownAlert): void;
  /** Adds to messages why values passed their thresholds. */
  explainBy(causes: AlertCauses): void;
  /** Sends the notices of an earlier run. */
  start(alerts: Calm | null): void;
  /** A notified alert by number, also of a hub's server; null: it is over. */
  alert(id: number): SavedEvent | null;
  /** Restores the alerts of a hub's servers. @param stoppedAt as in {@link recall} */
  follow(fleet: Calm, stoppedAt: number): void;
  /** Switches to the targets of another configuration. */
  replace(next: Pick<NotificationSetup, 'configuration' | 'targets'>): Promise<void>;
  stop(): Promise<void>;
}

/** Optional packages are searched from the place of the program. */
const sendNow = createSend(createLoader((name) => installCommand(name, process.argv[1] ?? '')));

export function openNotifications(setup: NotificationSetup): Notifications {
  const { environment, host, log, port, browsers, silenced, silences, openWith = openNotifier } = setup;
  const name = hostName(host);
  let { configuration, targets } = setup;
  const receivers = (): Target[] => targets.flatMap((target) => receiversOf(target, browsers));
  /** Alerts of this machine, and of the servers of a hub. */
  const known: Calm[] = [];
  let causes: AlertCauses | null = null;
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
      isCurrent: ({ id }) => known.every((calm) => calm.isCurrent(id)),
      latest(event) {
        for (const calm of known) {
          const current = calm.current(event.id);
          if (current !== null) return asListed(noticeEvent(current, event));
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
  let shownOf: ((alert: NamedAlert) => ShownAlert) | null = null;
  const asListed = (event: NoticeEvent): NoticeEvent =>
    shownOf === null || event.server !== undefined
      ? event
      : { ...event, shown: shownOf({ ...event, finding: event.finding ?? null }) };
  let notifier = open(configuration.sections.notify);
  /** Servers with targets notify about their alerts themselves. */
  const isOurs = ({ server }: SavedEvent): boolean => {
    const { notify } = configuration.sections.fleet;
    return server === undefined || notify === 'all' || (notify === 'auto' && !server.notifies);
  };
  const noticesOf = (told: readonly ToldAlert[]): EventNotice[] =>
    told
      .filter(({ saved }) => isOurs(saved))
      .map(({ saved, toldAt }) => ({
        kind: 'begin',
        host: saved.server?.name ?? name,
        event: asListed(savedNotice(saved)),
        toldAt,
      }));
  const renew = async (): Promise<void> => {
    const options = configuration.sections.notify;
    const lasting = (): EventNotice[] => noticesOf(known.flatMap((calm) => calm.told()));
    if (notifier !== null) return notifier.replace({ targets: receivers(), options, lasting });
    notifier = open(options);
    notifier?.recall(lasting(), host.clock.now());
    notifier?.start();
  };
  browsers?.changed.on(renew);
  silences?.over.on(() => notifier?.release());
  return {
    hasTargets: () => receivers().length > 0,
    targets: () => targets,
    async test(target) {
      const found = receivers().find((one) => one.name === target);
      const options = configuration.sections.notify;
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
    async onAlert(change) {
      if (!isOurs(change)) return;
      const notice = noticeOf(change, name);
      await notifier?.notify({ ...notice, event: asListed(notice.event) });
    },
    showAs(shown) {
      shownOf = shown;
    },
    explainBy(those) {
      causes = those;
    },
    recall: (told, stoppedAt) => notifier?.recall(noticesOf(told), stoppedAt),
    start(alerts) {
      if (alerts !== null) known.push(alerts);
      else if (notifier !== null)
        log.write('WARNING', 'Targets are not notified: the plugin alert is disabled.');
      notifier?.start();
    },
    alert: (id) => known.flatMap((calm) => calm.told()).find(({ saved }) => saved.id === id)?.saved ?? null,
    follow(fleet, stoppedAt) {
      known.push(fleet);
      notifier?.recall(noticesOf(fleet.told()), stoppedAt);
    },
    replace(next) {
      ({ configuration, targets } = next);
      return renew();
    },
    stop: async () => notifier?.stop(),
  };
}

/** The targets of events. Throws a `ConfigError` with all mistakes in them. */
export const targetsOf = ({ targets }: Pick<Configuration, 'targets'>, environment: Environment): Target[] =>
  resolveTargets(withBrowsers(targets), { environment, readFile: readSecretFile });

/** Sends a test to one target. */
export const sendTest = (
  name: string,
  {
    configuration,
    environment,
    host,
    browsers,
  }: Pick<NotificationSetup, 'configuration' | 'environment' | 'host' | 'browsers'>,
  mayRunPrograms: boolean,
): Promise<TestResult> =>
  testTarget(name, {
    mayRunPrograms,
    send: sendNow,
    targets: withBrowsers(configuration.targets),
    receiversOf: (target) => receiversOf(target, browsers),
    sections: Object.keys(configuration.raw),
    options: configuration.sections.notify,
    environment,
    readFile: readSecretFile,
    host: hostName(host),
    clock: host.clock,
    suggest: didYouMean,
  });
