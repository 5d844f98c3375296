/**
 * Notifies the service manager: ready, reloading, stopping, watchdog (sd_notify(3)).
 *
 * Its socket takes datagrams, which Node.js cannot send to a path: systemd's own program sends each message.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Log } from './log.ts';

export interface ServiceManager {
  /** Reports that the service is ready; from then on its event loop feeds the watchdog. */
  ready(status: string): Promise<void>;
  /** Runs a reload; once the service is ready, between the messages for its start and its end. */
  during(reload: () => Promise<void>): Promise<void>;
  stopping(): Promise<void>;
}

interface ServiceManagerSetup {
  environment: Readonly<Record<string, string | undefined>>;
  pid: number;
  log: Log;
  /** Sends assignments such as `READY=1`; default: with systemd-notify. */
  send?(assignments: readonly string[]): Promise<void>;
}

const SEND_MS = 5000;
/** Messages per period of the watchdog: a lost one does not end the service. */
const FEEDS = 3;

/** Does nothing without a service manager. */
export function createServiceManager(setup: ServiceManagerSetup): ServiceManager {
  const { environment, log } = setup;
  if (!environment['NOTIFY_SOCKET'])
    return { ready: nothing, during: (reload) => reload(), stopping: nothing };
  const send = setup.send ?? notify(environment);
  let queue = Promise.resolve();
  let isReady = false;
  /** One after the other, since their order matters. */
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
      try {
        await reload();
      } finally {
        await tell('READY=1');
      }
    },
    stopping: () => tell('STOPPING=1'),
  };
}

const nothing = (): Promise<void> => Promise.resolve();

/** Milliseconds of the watchdog's period; null: none. */
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
