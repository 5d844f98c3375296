/** Events across restarts of the agent: kill -9, a regular end, a full disk. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { isInThisRun, onlyInFull } from '../support/full-run.ts';
import type { AlertEvent } from '../../src/core/event.ts';
import { type JournalEntry, parseLine } from '../../src/history/events/entry.ts';
import { httpSink } from '../support/http-sink.ts';
import { type LiveAgent, serveLive } from '../support/live-agent.ts';
import { configFile, lacking, scratchFolder } from '../support/live-tools.ts';

const MORE = 'more restarts';
const PATIENCE = { timeout: 60_000, interval: 50 };
const scratch = scratchFolder();
afterAll(() => scratch.remove());

/** Memory of any machine is at more than 0.01 %, and at less than 100 %. */
const settings = (limit: '0.01' | '100', url: string) => ({
  mem: {
    ...Object.fromEntries(
      ['careful', 'warning', 'critical'].map((level, index) => [level, limitOf(limit, index)]),
    ),
    warning_for: '0',
    critical_for: '0',
    clear_for: '0',
  },
  alert: { min_duration: '0', min_interval: '0' },
  notify_hook: { type: 'webhook', webhook_url: url, plugins: 'mem', group_wait: '0' },
});
const limitOf = (limit: string, index: number): string => String(Number(limit) - (2 - index) * 0.001);

const entriesIn = (state: string): JournalEntry[] => {
  const folder = join(state, 'archive/events');
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const lines = names.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines.flatMap((line) => parseLine(line) ?? []);
};

/**
 * Waits until the begin of MEM has been delivered, and the disk says so. Killed before that, an agent would notify again: better twice
 * than never.
 */
const beginDelivered = (state: string): Promise<void> =>
  vi.waitFor(() => {
    const files = readdirSync(state, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /notify-.*\.queue$/.test(name))).toEqual([]);
    const mem = entriesIn(state).findLast((entry) => 'event' in entry && entry.event.type === 'MEM');
    const policy = mem && 'policy' in mem ? mem.policy : null;
    expect([policy?.phase, policy?.targets['hook']?.pending]).toEqual(['told', []]);
  }, PATIENCE);

it.each<['SIGKILL' | 'SIGTERM']>([['SIGKILL'], ...onlyInFull<['SIGTERM']>(MORE, ['SIGTERM'])])(
  'an event goes on after %s, without a second notification',
  async (signal) => {
    const hook = await httpSink();
    const state = join(scratch.path, `state-${signal}`);
    const start = async (limit: '0.01' | '100'): Promise<LiveAgent> => {
      const config = configFile(scratch.path, settings(limit, hook.url));
      const agent = await serveLive({ argv: ['-t', '0.5', '-C', config], env: { STATE_DIRECTORY: state } });
      onTestFinished(async () => void (await agent.stop('SIGKILL')));
      return agent;
    };
    const event = async (agent: LiveAgent): Promise<AlertEvent | undefined> =>
      (await agent.get<AlertEvent[]>('/alert')).find(({ type }) => type === 'MEM');
    const told = (): string[] => hook.requests.map(({ body }) => (JSON.parse(body) as { kind: string }).kind);

    const first = await start('0.01');
    await vi.waitFor(() => expect(told()).toEqual(['begin']), PATIENCE);
    const begun = await event(first);
    expect(begun).toMatchObject({ state: 'CRITICAL', end: -1 });
    await beginDelivered(state);
    await first.stop(signal);

    const second = await start('0.01');
    await vi.waitFor(async () => {
      const now = await event(second);
      expect(now).toMatchObject({ begin: begun?.begin, end: -1 });
      expect(now?.count).toBeGreaterThan(begun?.count ?? Infinity);
    }, PATIENCE);
    await second.stop(signal);
    expect(told()).toEqual(['begin']);

    const third = await start('100');
    await vi.waitFor(() => expect(told()).toEqual(['begin', 'end']), PATIENCE);
    const ended = await event(third);
    expect(ended).toMatchObject({ begin: begun?.begin });
    expect(ended?.end).toBeGreaterThanOrEqual(begun?.begin ?? Infinity);
  },
);

const noNamespaces = lacking('a container that is restarted', { root: true, programs: ['unshare'] });

it.skipIf(noNamespaces !== null || !isInThisRun(MORE))(
  'a container that is killed and restarted goes on with its event at once',
  async () => {
    const hook = await httpSink();
    const config = configFile(scratch.path, settings('0.01', hook.url));
    // Another PID namespace on the same boot, as of each container.
    const wrapper = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
    const env = { STATE_DIRECTORY: join(scratch.path, 'volume') };
    const event = async (agent: LiveAgent): Promise<AlertEvent | undefined> =>
      (await agent.get<AlertEvent[]>('/alert')).find(({ type }) => type === 'MEM');
    const start = () => serveLive({ argv: ['-t', '0.5', '-C', config], env, wrapper });
    const first = await start();
    await vi.waitFor(() => expect(hook.requests).toHaveLength(1), PATIENCE);
    const begun = await event(first);
    await beginDelivered(env.STATE_DIRECTORY);
    await first.stop('SIGKILL');
    const second = await start();
    onTestFinished(async () => void (await second.stop('SIGKILL')));
    await vi.waitFor(async () => {
      const now = await event(second);
      expect(now).toMatchObject({ begin: begun?.begin, end: -1 });
      expect(now?.count).toBeGreaterThan(begun?.count ?? Infinity);
    }, PATIENCE);
    expect(hook.requests).toHaveLength(1);
  },
);

it.skipIf(noNamespaces !== null || !isInThisRun(MORE))(
  'as process 1 it warns that nothing reaps orphans',
  async () => {
    const wrapper = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
    const logs = join(scratch.path, 'logs-of-process-1');
    mkdirSync(logs);
    const agent = await serveLive({ env: { LOGS_DIRECTORY: logs }, wrapper });
    onTestFinished(async () => void (await agent.stop('SIGKILL')));
    const log = (): string => readFileSync(join(logs, 'gander-0-127.0.0.1.log'), 'utf8');
    await vi.waitFor(
      () => expect(log()).toContain('As process 1, Gander does not reap orphaned processes'),
      PATIENCE,
    );
  },
);

it.runIf(isInThisRun(MORE))('events go to the state folder that is there, where it was removed', async () => {
  const hook = await httpSink();
  const state = join(scratch.path, 'removed');
  const config = configFile(scratch.path, settings('0.01', hook.url));
  const agent = await serveLive({ argv: ['-t', '0.5', '-C', config], env: { STATE_DIRECTORY: state } });
  onTestFinished(async () => void (await agent.stop('SIGKILL')));
  await vi.waitFor(() => expect(hook.requests).toHaveLength(1), PATIENCE);
  renameSync(state, `${state}-old`);
  configFile(scratch.path, settings('100', hook.url));
  process.kill(agent.pid, 'SIGHUP');
  const journal = (): string => {
    const folder = join(state, 'archive/events');
    const name = readdirSync(folder).find((one) => one.startsWith('events-2')) ?? '';
    return readFileSync(join(folder, name), 'utf8');
  };
  await vi.waitFor(() => expect(journal()).toMatch(/"kind":"end".*"type":"MEM"/), PATIENCE);
});

it('an agent whose state folder cannot be used works without, and uses it with the next change', async () => {
  const path = join(scratch.path, 'a-file');
  writeFileSync(path, '');
  const agent = await serveLive({ env: { STATE_DIRECTORY: path } });
  onTestFinished(async () => void (await agent.stop('SIGKILL')));
  const past = () => agent.request('/api/history/events?from=-1h');
  expect(await agent.get('/alert')).toEqual(expect.any(Array));
  expect((await past()).body.toString()).toMatch(/cannot be written/);
  rmSync(path);
  expect((await agent.request('/api/4/events/clear/all', 'POST')).status).toBe(200);
  await vi.waitFor(async () => {
    const { status, body } = await past();
    expect([status, body.toString()]).toEqual([200, expect.stringContaining('"start"')]);
  }, PATIENCE);
  expect((await agent.stop()).code).toBe(0);
});

it.runIf(isInThisRun(MORE))('two agents on one state folder do not disturb each other', async () => {
  const state = join(scratch.path, 'shared');
  mkdirSync(state);
  const setup = { argv: ['-t', '0.5'], env: { STATE_DIRECTORY: state } };
  const [one, two] = [await serveLive(setup), await serveLive(setup)];
  await vi.waitFor(() => expect(existsSync(join(state, 'archive/events/lock'))).toBe(true), PATIENCE);
  await vi.waitFor(async () => {
    const { body } = await two.request('/api/archive');
    expect(JSON.parse(body.toString())).toMatchObject({
      state: 'waiting',
      reason: expect.stringMatching(
        new RegExp(`another agent \\(process ${one.pid}, .* give each a separate folder with folder=`),
      ) as string,
    });
    expect(await two.get<AlertEvent[]>('/alert')).toContainEqual(
      expect.objectContaining({ type: 'ARCHIVE', end: -1 }),
    );
  }, PATIENCE);
  await two.stop();
  expect(existsSync(join(state, 'archive/events/lock'))).toBe(true);
  await one.stop();
  expect(existsSync(join(state, 'archive/events/lock'))).toBe(false);
});
