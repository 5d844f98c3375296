/** An agent that is started again and again on one state folder, with an event that lasts all the time. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { AlertEvent } from '../../src/core/event.ts';
import { httpSink } from '../support/http-sink.ts';
import { type LiveAgent, serveLive } from '../support/live-agent.ts';
import { configFile, scratchFolder } from '../support/live-tools.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };
/** A request that takes longer waits for something that is broken. */
const SHORT_ANSWER_MS = 3000;
/** No reply to anything is larger, whatever other users of the machine do. */
const MOST_BYTES = 16 * 1024 * 1024;

export interface FaultBench {
  readonly agent: LiveAgent;
  /** The state folder: a file system of its own, of one megabyte. */
  readonly state: string;
  restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** All is well, and the event goes on of which everybody was told once. */
  check(during: string): Promise<void>;
}

export async function createFaultBench(): Promise<FaultBench> {
  const scratch = scratchFolder();
  const state = join(scratch.path, 'state');
  mkdirSync(state);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'gander-faults', state]);
  onTestFinished(() => {
    execFileSync('umount', ['-l', state]);
    scratch.remove();
  });
  const hook = await httpSink();
  const config = configFile(scratch.path, {
    fs: { allow: 'fuse', refresh: '1' },
    // Memory of any machine is fuller than that.
    mem: { careful: '0.01', warning: '0.02', critical: '0.03' },
    notify_hook: { type: 'webhook', webhook_url: hook.url, plugins: 'mem' },
  });
  const start = (): Promise<LiveAgent> =>
    serveLive({ argv: ['-t', '0.5', '-C', config], env: { STATE_DIRECTORY: state } });
  let agent = await start();
  onTestFinished(async () => void (await agent.stop('SIGKILL')));

  const event = async (): Promise<AlertEvent | undefined> =>
    (await agent.get<AlertEvent[]>('/alert')).find(({ type }) => type === 'MEM');
  const told = (): string[] => hook.requests.map(({ body }) => (JSON.parse(body) as { kind: string }).kind);
  const begun = await vi.waitFor(async () => {
    expect(told()).toEqual(['begin']);
    return (await event())?.begin;
  }, PATIENCE);

  return {
    get agent() {
      return agent;
    },
    state,
    async restart(signal) {
      await agent.stop(signal);
      agent = await start();
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
        async () => expect(await event(), during).toMatchObject({ begin: begun, end: -1 }),
        PATIENCE,
      );
      expect(told(), during).toEqual(['begin']);
    },
  };
}

/** Fills a file system to its last byte; the result makes room again. */
export function fill(folder: string): () => void {
  const path = join(folder, 'filler');
  const block = Buffer.alloc(4096, 'x');
  try {
    for (;;) writeFileSync(path, block, { flag: 'a' });
  } catch {
    return () => rmSync(path);
  }
}
