/** Puts the events of the agent and the targets of the configuration together. */
import type { Configuration } from '../config/load.ts';
import { didYouMean } from '../../core/nearest.ts';
import type { EventChange, PastEvents, SavedEvent } from '../../core/event.ts';
import type { Host } from '../../core/host.ts';
import type { EventEngine } from '../../judge/events/engine.ts';
import type { Silences } from '../../judge/events/silences.ts';
import { isOld, noticeEvent, noticeOf, savedNotice } from '../../send/notify/notice-of.ts';
import { readSecretFile } from '../../send/deliver/secret-value.ts';
import type { Notifier } from '../../send/notify/notifier.ts';
import { createLoader } from '../../send/deliver/packages.ts';
import { createSend } from '../../send/notify/send.ts';
import { installCommand } from './optional-packages.ts';
import type { NotifyOptions } from '../../send/notify/options.ts';
import { openNotifier } from '../../send/notify/open-notifier.ts';
import type { EventNotice } from '../../send/notify/notice.ts';
import { resolveTargets, type Target } from '../../send/notify/target.ts';
import { testTarget, type TestResult } from '../../send/notify/test-target.ts';
import { hostName } from './host-name.ts';
import type { Log } from '../process/log.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface NotificationSetup {
  configuration: Configuration;
  targets: readonly Target[];
  environment: Environment;
  host: Host;
  log: Log;
  /** Port of the server, which tells the queues of several agents apart. */
  port: number;
}

export interface Notifications {
  /** There is somebody to notify. */
  hasTargets(): boolean;
  onEvent(change: EventChange): void;
  /** Adopts the events that were ongoing when the previous agent ended. */
  recall(past: PastEvents): void;
  /** Holds back what is silenced. */
  obey(silences: Silences): void;
  /** Sends what has waited since the agent ended. */
  start(events: EventEngine | null): void;
  /** Takes over the targets of another configuration. */
  replace(next: Pick<NotificationSetup, 'configuration' | 'targets'>): Promise<void>;
  stop(): Promise<void>;
}

/** Optional packages are looked for from the place of the program. */
const sendNow = createSend(createLoader((name) => installCommand(name, process.argv[1] ?? '')));

export function openNotifications(setup: NotificationSetup): Notifications {
  const { environment, host, log, port } = setup;
  const name = hostName(host);
  let engine: EventEngine | null = null;
  let silences: Silences | null = null;
  const open = (targets: readonly Target[], options: NotifyOptions): Notifier | null =>
    openNotifier({
      targets,
      options,
      environment,
      isRoot: process.getuid?.() === 0,
      instance: port,
      clock: host.clock,
      log: log.write,
      send: sendNow,
      isSilenced: (type) => silences?.covers(type) === true,
      latest(event) {
        const current = engine?.current(event.id) ?? null;
        return current && noticeEvent(current, event);
      },
    });
  let notifier = open(setup.targets, setup.configuration.sections.notify);
  let targets = setup.targets.length;
  const noticesOf = (events: readonly SavedEvent[]): EventNotice[] =>
    events
      .filter((saved) => !isOld(saved))
      .map((saved) => ({ kind: 'begin', host: name, event: savedNotice(saved) }));
  return {
    hasTargets: () => targets > 0,
    onEvent(change) {
      const notice = noticeOf(change, name);
      if (notice !== null) notifier?.notify(notice);
    },
    obey(those) {
      silences = those;
      those.onOver = (type) => notifier?.release(type);
    },
    recall({ events, stoppedAt }) {
      notifier?.recall(noticesOf(events.filter(({ event }) => event.end === -1)), stoppedAt);
    },
    start(events) {
      engine = events;
      if (events === null && notifier !== null)
        log.write('WARNING', 'Nothing is told to targets: the plugin alert is off.');
      notifier?.start();
    },
    async replace({ configuration, targets: next }) {
      targets = next.length;
      const options = configuration.sections.notify;
      const lasting = (): EventNotice[] => noticesOf(engine?.lasting() ?? []);
      if (notifier !== null) return notifier.replace({ targets: next, options, lasting });
      notifier = open(next, options);
      notifier?.recall(lasting(), host.clock.now());
      notifier?.start();
    },
    stop: async () => notifier?.stop(),
  };
}

/** The targets of events. Throws `ConfigError` with all that is wrong with them. */
export const targetsOf = ({ targets }: Pick<Configuration, 'targets'>, environment: Environment): Target[] =>
  resolveTargets(targets, { environment, readFile: readSecretFile });

/** `--notify-test` */
export const sendTest = (
  name: string,
  { configuration, environment, host }: Pick<NotificationSetup, 'configuration' | 'environment' | 'host'>,
): Promise<TestResult> =>
  testTarget(name, {
    send: sendNow,
    targets: configuration.targets,
    sections: Object.keys(configuration.raw),
    options: configuration.sections.notify,
    environment,
    readFile: readSecretFile,
    host: hostName(host),
    clock: host.clock,
    suggest: didYouMean,
  });
