import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createServiceManager } from './service-manager.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function managed(environment: Record<string, string>, failing: string | null = null) {
  const sent: string[] = [];
  const lines: string[] = [];
  const manager = createServiceManager({
    environment,
    pid: 42,
    log: { write: (level, text) => void lines.push(`${level} ${text}`), close() {} },
    send: async ([first = '']) => {
      sent.push(first);
      if (first === failing) throw new Error('systemd-notify is not there');
    },
  });
  return { manager, sent, lines };
}

const SOCKET = { NOTIFY_SOCKET: '/run/systemd/notify' };

it('says nothing where nobody listens', async () => {
  const { manager, sent } = managed({});
  let reloads = 0;
  await manager.ready('there');
  await manager.during(async () => void (reloads += 1));
  await manager.stopping();
  expect([sent, reloads]).toEqual([[], 1]);
});

it('tells of the whole life of a service, in order', async () => {
  const { manager, sent } = managed(SOCKET);
  await manager.during(async () => void sent.push('an early reload'));
  await manager.ready('there');
  await manager.during(async () => void sent.push('the reload'));
  await expect(manager.during(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await manager.stopping();
  const reload = (...during: string[]) => ['RELOADING=1', ...during, 'READY=1'];
  expect(sent).toEqual(['an early reload', 'READY=1', ...reload('the reload'), ...reload(), 'STOPPING=1']);
});

it('goes on and says so in the log when a message cannot be sent', async () => {
  const { manager, sent, lines } = managed(SOCKET, 'READY=1');
  await manager.ready('there');
  await manager.stopping();
  expect(sent).toEqual(['READY=1', 'STOPPING=1']);
  expect(lines).toEqual(['WARNING The service manager was not told: systemd-notify is not there']);
});

it.each([
  ['for this process', { WATCHDOG_PID: '42' }, 3],
  ['for all of the service', {}, 3],
  ['for another process', { WATCHDOG_PID: '41' }, 0],
])('feeds a watchdog %s', async (_, meant, fed) => {
  const { manager, sent } = managed({ ...SOCKET, WATCHDOG_USEC: '60000000', ...meant });
  await vi.advanceTimersByTimeAsync(60_000);
  await manager.ready('there');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.filter((message) => message === 'WATCHDOG=1')).toHaveLength(fed);
});
