/** The built agent while the kernel does not answer some of its reads. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isFull } from '../support/full-run.ts';
import { type LiveAgent, pause, serveLive } from '../support/live-agent.ts';
import { lacking } from '../support/live-tools.ts';
import { createSlowReads } from '../support/slow-reads.ts';

const missing = lacking('reads that hang', { programs: ['cc'] });
const FOR_EVER_MS = 1_000_000;
/** A request that waits for a read that hangs would take as long as a read may. */
const PROMPT_MS = 5000;

interface Process {
  pid: number;
  cmdline: string[];
  cpu_percent: number;
}

describe.skipIf(missing !== null)('an agent whose reads hang', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gander-slow-'));
  const reads = missing === null ? createSlowReads(folder) : null;
  const agent =
    missing === null
      ? await serveLive({ argv: ['-t', '0.5'], env: reads?.env ?? {} })
      : (null as never as LiveAgent);
  const sleeper = spawn('sleep', ['100000'], { stdio: 'ignore' });

  afterAll(async () => {
    reads?.set(0);
    sleeper.kill();
    await agent?.stop();
    rmSync(folder, { recursive: true });
  });

  const processes = async (): Promise<Map<number, Process>> =>
    new Map((await agent.fresh<Process[]>('processlist')).map((entry) => [entry.pid, entry]));

  it('lists processes whose arguments do not come, with the last known ones', async () => {
    while ((await processes()).get(sleeper.pid ?? 0)?.cmdline[1] !== '100000') await pause(50);
    // Arguments of other new processes hang on no thread of the agent. Whose the agent has read already shows nothing.
    let fresh = spawn('sleep', ['99999'], { stdio: 'ignore' });
    reads?.set(FOR_EVER_MS, `/proc/${fresh.pid}/cmdline`);
    while ((await processes()).get(fresh.pid ?? 0)?.cmdline.length !== 0) {
      fresh.kill();
      fresh = spawn('sleep', ['99999'], { stdio: 'ignore' });
      reads?.set(FOR_EVER_MS, `/proc/${fresh.pid}/cmdline`);
    }
    try {
      const listed = await processes();
      expect(listed.get(sleeper.pid ?? 0)?.cmdline).toEqual(['sleep', '100000']);
      expect(listed.get(fresh.pid ?? 0)?.cmdline).toEqual([]);
      const { ms, status } = await agent.request('/api/4/all');
      expect([status, ms < PROMPT_MS]).toEqual([200, true]);
      reads?.set(0);
      while ((await processes()).get(fresh.pid ?? 0)?.cmdline.length === 0) await pause(50);
      expect((await processes()).get(fresh.pid ?? 0)?.cmdline).toEqual(['sleep', '99999']);
    } finally {
      fresh.kill();
    }
  });

  it('answers while a host-wide table and a device do not, and ends', async () => {
    reads?.set(FOR_EVER_MS, '/proc/meminfo', '/proc/diskstats');
    const { last_sample: before } = await agent.plugin('cpu');
    for (const path of ['/api/4/cpu', '/api/4/mem', '/api/4/all', '/metrics', '/api/plugins']) {
      const { ms, status } = await agent.request(path);
      expect([path, status, ms < PROMPT_MS]).toEqual([path, 200, true]);
    }
    // The deadline of a read is ten seconds.
    if (isFull) {
      while ((await agent.plugin('mem')).state !== 'stalled') await pause(100);
      expect((await agent.plugin('mem')).reason).toContain('/proc/meminfo does not answer');
    }
    while ((await agent.plugin('cpu')).last_sample === before) await pause(100);
    expect((await agent.plugin('cpu')).state).toBe('ok');
    reads?.set(1500, '/proc/meminfo');
    while ((await agent.plugin('mem')).state !== 'ok') await pause(100);
  });

  it('ends by itself while many reads are slow: those that wait never begin', async () => {
    reads?.set(200, '/proc/*/cmdline');
    const { last_sample: before } = await agent.plugin('cpu');
    while ((await agent.plugin('cpu')).last_sample === before) await pause(100);
    expect(await agent.stop()).toMatchObject({ code: 0, signal: null });
  });
});
