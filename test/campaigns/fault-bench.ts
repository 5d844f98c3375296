/** An agent that is restarted repeatedly on one state folder, with an ongoing event. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { AlertEvent } from '../../src/core/event.ts';
import { createFailingSpawn, type FailingSpawn } from '../support/failing-spawn.ts';
import { createFakeTime } from '../support/fake-time.ts';
import { type FakeEngine, serveEngine } from '../support/fake-docker.ts';
import { httpSink, type HttpSink } from '../support/http-sink.ts';
import { type LiveAgent, serveLive } from '../support/live-agent.ts';
import { configFile, scratchFolder } from '../support/live-tools.ts';
import { createHostileAgent, type HostileAgent } from './hostile-agent.ts';

export const PATIENCE = { timeout: 60_000, interval: 100 };
/** A longer request waits for something that is broken. */
const SHORT_ANSWER_MS = 3000;
/** Largest reply, whatever other users of the machine do. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Megabytes of the heap: the agent ends if it needs more. */
const HEAP = 128;
/** Most resident megabytes, with buffers and code beside the heap. */
const MOST_RESIDENT = 320;
const PAGE_BYTES = 4096;

/** Thresholds of the load, whatever the machine does. */
/** Notifications are sent at once. */
const AT_ONCE = { warning_for: '0', critical_for: '0', clear_for: '0' };
const OUT_OF_REACH = { careful: '10000', warning: '20000', critical: '30000', ...AT_ONCE };
const REACHED = { careful: '0.0001', warning: '0.0002', critical: '0.0003', ...AT_ONCE };

export interface FaultBench {
  readonly agent: LiveAgent;
  /** The state folder: a separate file system of one megabyte. */
  readonly state: string;
  /** Its container engine. */
  readonly engine: FakeEngine;
  /** A server that it watches as a hub. */
  readonly hostile: HostileAgent;
  /** Target of its notifications. */
  readonly hook: Hook;
  /** Whether it can start programs, such as the command of an application. */
  readonly spawns: FailingSpawn;
  /** @param between is called while no agent runs */
  restart(signal: 'SIGKILL' | 'SIGTERM', between?: () => void): Promise<void>;
  /** Begins, or ends, an alert of the load, by another configuration. */
  alertOfLoad(isOn: boolean): Promise<void>;
  /** Shifts the agent's wall clock by hours; false: impossible here. */
  setClock(hours: number): Promise<boolean>;
  /** Everything works, and the event continues, notified once. */
  check(during: string): Promise<void>;
}

export interface Hook {
  /** Kinds of the accepted notifications of a type, in order. */
  told(type: string): string[];
  /** Refuses everything while true. */
  isClosed: boolean;
  readonly refused: number;
}

async function createHook(): Promise<Hook & { url: string }> {
  const taken: number[] = [];
  let isClosed = false;
  const sink: HttpSink = await httpSink((index) => {
    if (!isClosed) taken.push(index);
    return { status: isClosed ? 503 : 200 };
  });
  const notice = (index: number) =>
    JSON.parse(sink.requests[index]?.body ?? '') as { kind: string; event: { type: string } };
  return {
    url: sink.url,
    told: (type) =>
      taken
        .map(notice)
        .filter(({ event }) => event.type === type)
        .map(({ kind }) => kind),
    get isClosed() {
      return isClosed;
    },
    set isClosed(value) {
      isClosed = value;
    },
    get refused() {
      return sink.requests.length - taken.length;
    },
  };
}

/** A separate mount, which can be filled. */
function smallDisk(path: string): void {
  mkdirSync(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'gander-faults', path]);
  onTestFinished(() => void execFileSync('umount', ['-l', path]));
}

export async function createFaultBench(): Promise<FaultBench> {
  const scratch = scratchFolder();
  onTestFinished(scratch.remove);
  const state = join(scratch.path, 'state');
  smallDisk(state);
  const hook = await createHook();
  const hostile = await createHostileAgent();
  const engine = await serveEngine(join(scratch.path, 'engine.sock'), 'podman');
  const time = createFakeTime(scratch.path);
  const spawns = createFailingSpawn(scratch.path);
  const sections = (load: Record<string, string>) => ({
    outputs: {},
    fs: { allow: 'fuse', refresh: '1' },
    // Memory of any machine is fuller than that.
    mem: { careful: '0.01', warning: '0.02', critical: '0.03', ...AT_ONCE },
    containers: { cpu_careful: '10', cpu_warning: '20', cpu_critical: '30', cpu_log: 'True', refresh: '0.5' },
    alert: { max_events: '100', min_duration: '0' },
    amp_probe: { enable: 'true', refresh: '1', command: 'echo probed' },
    archive: { folder: join(scratch.path, 'archive'), flush: '10' },
    load,
    serverlist: {
      server_1_name: '127.0.0.1',
      server_1_port: String(hostile.port),
      server_1_protocol: 'rest',
    },
    notify_hook: { type: 'webhook', webhook_url: hook.url, plugins: 'mem,load', group_wait: '0' },
  });
  const config = configFile(scratch.path, sections(OUT_OF_REACH));
  const start = (): Promise<LiveAgent> =>
    serveLive({
      argv: ['--browser', '-t', '0.5', '-C', config],
      nodeArgv: [`--max-old-space-size=${HEAP}`],
      env: {
        ...time?.env,
        ...spawns.env(time?.env['LD_PRELOAD']),
        STATE_DIRECTORY: state,
        DOCKER_HOST: `unix://${join(scratch.path, 'engine.sock')}`,
      },
    });
  let agent = await start();
  onTestFinished(async () => void (await agent.stop('SIGKILL')));

  const event = async (type: string): Promise<AlertEvent | undefined> =>
    (await agent.get<AlertEvent[]>('/alert')).find((one) => one.type === type && one.end === -1);
  const archive = async (): Promise<unknown> =>
    JSON.parse((await agent.request('/api/archive')).body.toString());
  const begun = await vi.waitFor(async () => {
    expect(hook.told('MEM')).toEqual(['begin']);
    return (await event('MEM'))?.begin;
  }, PATIENCE);

  return {
    get agent() {
      return agent;
    },
    state,
    engine,
    hostile,
    hook,
    spawns,
    async restart(signal, between = () => {}) {
      await agent.stop(signal);
      between();
      agent = await start();
    },
    async alertOfLoad(isOn) {
      configFile(scratch.path, sections(isOn ? REACHED : OUT_OF_REACH));
      process.kill(agent.pid, 'SIGHUP');
      await vi.waitFor(
        async () => expect(await event('LOAD')).toEqual(isOn ? expect.anything() : undefined),
        PATIENCE,
      );
    },
    async setClock(hours) {
      if (time === null) return false;
      time.set(hours * 3600);
      const offMs = async (): Promise<number> => {
        const { iso } = await agent.get<{ iso: string }>('/now');
        return Math.abs(Date.parse(iso) - Date.now() - hours * 3_600_000);
      };
      await vi.waitFor(async () => expect(await offMs()).toBeLessThan(60_000), PATIENCE);
      return true;
    },
    async check(during) {
      for (const path of ['/api/4/cpu', '/api/4/all', '/api/plugins']) {
        const { status, ms, body } = await agent.request(path);
        expect(status, `${path} during ${during}`).toBe(200);
        expect(ms, `${path} during ${during}`).toBeLessThan(SHORT_ANSWER_MS);
        expect(body.length, `${path} during ${during}`).toBeLessThan(MOST_BYTES);
      }
      expect(await agent.get('/system/hostname'), during).toEqual({ hostname: expect.stringMatching(/./) });
      await vi.waitFor(
        async () => expect(await event('MEM'), during).toMatchObject({ begin: begun }),
        PATIENCE,
      );
      expect(hook.told('MEM'), during).toEqual(['begin']);
      await vi.waitFor(
        async () => expect(await archive(), during).toMatchObject({ state: 'ok', files_damaged: 0 }),
        PATIENCE,
      );
      expect(residentMegabytes(agent.pid), `megabytes during ${during}`).toBeLessThan(MOST_RESIDENT);
    },
  };
}

const residentMegabytes = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES) / 1e6;

/** Fills a file system to its last byte; the result frees it again. */
export function fill(folder: string): () => void {
  const path = join(folder, 'filler');
  const block = Buffer.alloc(4096, 'x');
  try {
    for (;;) writeFileSync(path, block, { flag: 'a' });
  } catch {
    return () => rmSync(path);
  }
}
