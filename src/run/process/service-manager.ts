/**
 * Messages to the service manager: ready, reloading, stopping, still alive (sd_notify(3)).
 *
 * Its socket takes datagrams, which Node.js cannot send to a path: systemd's own program does, once for each message.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Log } from './log.ts';

export interface ServiceManager {
  /** The service works; from now on its event loop proves that it still does. */
  ready(status: string): Promise<void>;
  /** Runs a reload; once the service is ready, between the messages that it begins and that the service is ready again. */
  during(reload: () => Promise<void>): Promise<void>;
  stopping(): Promise<void>;
}

export interface ServiceManagerSetup {
  environment: Readonly<Record<string, string | undefined>>;
  pid: number;
  log: Log;
  /** Sends assignments such as `READY=1`; default: by systemd-notify. */
  send?(assignments: readonly string[]): Promise<void>;
}

const SEND_MS = 5000;
/** Messages per period of the watchdog: one that is lost does not end the service. */
const FEEDS = 3;

/** Does nothing where no service manager listens. */
export function createServiceManager(setup: ServiceManagerSetup): ServiceManager {
  const { environment, log } = setup;
  if (!environment['NOTIFY_SOCKET'])
    return { ready: nothing, during: (reload) => reload(), stopping: nothing };
  const send = setup.send ?? notify(environment);
  let queue = Promise.resolve();
  let isReady = false;
  /** One after the other: their order is what they mean. */
  const tell = (...assignments: string[]): Promise<void> => {
    queue = queue
      .then(() => send(assignments))
      .catch((error: Error) => log.write('WARNING', `The service manager was not told: ${error.message}`));
    return queue;
  };
  const period = watchdogPeriod(setup);
  return {
    async ready(status) {
      isReady = true;
      await tell('READY=1', `STATUS=${status}`);
      if (period !== null) setInterval(() => void tell('WATCHDOG=1'), period / FEEDS).unref();
    },
    async during(reload) {
      if (!isReady) return reload();
      await tell('RELOADING=1');
      await reload().finally(() => tell('READY=1'));
    },
    stopping: () => tell('STOPPING=1'),
  };
}

const nothing = (): Promise<void> => Promise.resolve();

/** Milliseconds within which the service manager wants to hear from this process; null: it does not. */
function watchdogPeriod({ environment, pid }: ServiceManagerSetup): number | null {
  const { WATCHDOG_USEC: microseconds = '', WATCHDOG_PID: meant = String(pid) } = environment;
  const period = Number(microseconds) / 1000;
  return period > 0 && meant === String(pid) ? period : null;
}

const run = promisify(execFile);

const notify =
  ({ NOTIFY_SOCKET: socket, PATH: path }: ServiceManagerSetup['environment']) =>
  async (assignments: readonly string[]): Promise<void> => {
    await run('systemd-notify', [...assignments], {
      env: { NOTIFY_SOCKET: socket, PATH: path || '/usr/bin:/bin' },
      timeout: SEND_MS,
      killSignal: 'SIGKILL',
    });
  };
