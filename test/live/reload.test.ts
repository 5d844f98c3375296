/** SIGHUP applies a changed configuration without a restart. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import type { AlertEvent } from '../../src/core/event.ts';
import { httpSink } from '../support/http-sink.ts';
import { serveLive } from '../support/live-agent.ts';
import { configFile, scratchFolder } from '../support/live-tools.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };
const scratch = scratchFolder();
afterAll(() => scratch.remove());

it('SIGHUP takes thresholds, actions and targets over, and nothing of a configuration with a mistake', async () => {
  const [before, after] = [await httpSink(), await httpSink()];
  const alert = { min_duration: '0', min_interval: '0' };
  const hook = (url: string) => ({ type: 'webhook', webhook_url: url, plugins: 'mem', group_wait: '0' });
  const atOnce = { warning_for: '0', critical_for: '0', clear_for: '0' };
  const low = { careful: '0.001', warning: '0.002', critical: '0.003', ...atOnce };
  const high = { careful: '99.97', warning: '99.98', critical: '99.99', ...atOnce };
  const file = (sections: Parameters<typeof configFile>[1]) => configFile(scratch.path, sections);
  const [critical, ok] = ['critical', 'ok'].map((name) => join(scratch.path, name)) as [string, string];
  const path = file({
    mem: { ...low, critical_action: `touch ${critical}` },
    alert,
    notify_a: hook(before.url),
  });
  const logs = join(scratch.path, 'logs');
  mkdirSync(logs);
  const agent = await serveLive({
    argv: ['-t', '0.5', '-C', path],
    env: { STATE_DIRECTORY: join(scratch.path, 'state'), LOGS_DIRECTORY: logs },
  });
  onTestFinished(async () => void (await agent.stop('SIGKILL')));
  const logged = (): string => readFileSync(join(logs, 'gander-0-127.0.0.1.log'), 'utf8');
  const reload = async (sections: Parameters<typeof configFile>[1], said: string): Promise<void> => {
    expect(file(sections)).toBe(path);
    process.kill(agent.pid, 'SIGHUP');
    await vi.waitFor(() => expect(logged()).toContain(said), PATIENCE);
  };
  const kinds = ({ requests }: typeof before): string[] =>
    requests.map(({ body }) => (JSON.parse(body) as { kind: string }).kind);
  const event = async (): Promise<AlertEvent | undefined> =>
    (await agent.get<AlertEvent[]>('/alert')).find(({ type }) => type === 'MEM');

  await vi.waitFor(() => expect(kinds(before)).toEqual(['begin']), PATIENCE);
  await vi.waitFor(() => expect(existsSync(critical)).toBe(true), PATIENCE);
  const { etag = '' } = (await agent.request('/api/4/all/limits')).headers;

  // A mistake changes nothing, and the log names it.
  await reload({ mem: { ...low, careful: 'much' }, alert }, '[mem] careful = much');
  expect(await event()).toMatchObject({ end: -1 });

  await reload(
    { mem: { ...high, ok_action: `touch ${ok}` }, alert, notify_a: hook(after.url), fs: { hide: '/x' } },
    'Restart Gander to apply what has changed in [fs] hide.',
  );
  await vi.waitFor(() => expect(kinds(after)).toEqual(['end']), PATIENCE);
  expect(kinds(before)).toEqual(['begin']);
  await vi.waitFor(async () => expect((await event())?.end).toBeGreaterThan(0), PATIENCE);
  await vi.waitFor(() => expect(existsSync(ok)).toBe(true), PATIENCE);
  expect(await agent.get('/mem/limits')).toMatchObject({ mem_critical: 99.99 });
  expect(await agent.get('/config/mem')).toMatchObject({ critical: '99.99' });
  const limits = await agent.request('/api/4/all/limits', 'GET', { 'if-none-match': String(etag) });
  expect(limits.status).toBe(200);

  // The event restarts with the next number.
  await reload({ mem: low, alert, notify_a: hook(after.url) }, 'now in force: [mem]');
  await vi.waitFor(() => expect(kinds(after)).toEqual(['end', 'begin']), PATIENCE);
});
