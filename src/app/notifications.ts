/** Puts the events of the agent and the targets of the configuration together. */
import { ConfigError } from '../config/errors.ts';
import type { Configuration } from '../config/load.ts';
import { didYouMean } from '../config/nearest.ts';
import type { EventChange, PastEvents } from '../core/event.ts';
import type { Host } from '../core/host.ts';
import type { EventEngine } from '../events/engine.ts';
import { noticeEvent, noticeOf, savedNotice } from '../notify/notice-of.ts';
import { readSecretFile } from '../deliver/secret-value.ts';
import { openNotifier } from '../notify/open-notifier.ts';
import { TargetError } from '../notify/secrets.ts';
import { testTarget, type TestResult } from '../notify/test-target.ts';
import { hostName } from './host-name.ts';
import type { Log } from './log.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface NotificationSetup {
  configuration: Configuration;
  environment: Environment;
  host: Host;
  log: Log;
  /** Port of the server, which tells the queues of several agents apart. */
  port: number;
}

export interface Notifications {
  onEvent(change: EventChange): void;
  /** Takes up the events that lasted when the agent before ended. */
  recall(past: PastEvents): void;
  /** Sends what has waited since the agent ended. */
  start(events: EventEngine | null): void;
  stop(): Promise<void>;
}

/** Null without targets. Throws `ConfigError` when one cannot be used as it is configured. */
export function openNotifications(setup: NotificationSetup): Notifications | null {
  const { configuration, environment, host, log, port } = setup;
  const name = hostName(host);
  let engine: EventEngine | null = null;
  const notifier = expected(() =>
    openNotifier({
      targets: configuration.targets,
      options: configuration.sections.notify,
      environment,
      isRoot: process.getuid?.() === 0,
      instance: port,
      clock: host.clock,
      log: log.write,
      latest(event) {
        const current = engine?.current(event.id) ?? null;
        return current && noticeEvent(current, event);
      },
    }),
  );
  if (notifier === null) return null;
  return {
    onEvent(change) {
      const notice = noticeOf(change, name);
      if (notice !== null) notifier.notify(notice);
    },
    recall({ events, stoppedAt }) {
      const lasted = events.filter(({ event }) => event.end === -1);
      notifier.recall(
        lasted.map((saved) => ({ kind: 'begin', host: name, event: savedNotice(saved) })),
        stoppedAt,
      );
    },
    start(events) {
      engine = events;
      if (events === null) log.write('WARNING', 'Nothing is told to targets: the plugin alert is off.');
      notifier.start();
    },
    stop: () => notifier.stop(),
  };
}

/** `--notify-test` */
export const sendTest = (
  name: string,
  { configuration, environment, host }: Omit<NotificationSetup, 'log' | 'port'>,
): Promise<TestResult> =>
  testTarget(name, {
    targets: configuration.targets,
    options: configuration.sections.notify,
    environment,
    readFile: readSecretFile,
    host: hostName(host),
    clock: host.clock,
    suggest: didYouMean,
  });

function expected<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw error instanceof TargetError ? new ConfigError(error.problems) : error;
  }
}
