/** The process scan on the machine at hand, compared with what ps and ionice say. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createHost } from '../../src/measure/host/local-host.ts';
import type { ProcessEntry } from '../../src/measure/sources/processes/entry.ts';
import { createEngine } from '../support/engine.ts';

const engine = createEngine(createHost());
afterAll(() => engine.close());

interface Row {
  pid: number;
  threads: number;
  nice: number;
  rss: number;
  uid: number;
  comm: string;
}

/** The output of ps, by pid. */
function ps(): Map<number, Row> {
  const output = execFileSync('ps', ['-eo', 'pid=,nlwp=,ni=,rss=,uid=,comm='], { encoding: 'utf8' });
  const rows = output
    .trim()
    .split('\n')
    .map((line): Row => {
      const [pid, threads, nice, rss, uid, ...comm] = line.trim().split(/\s+/);
      const numbers = { pid: Number(pid), threads: Number(threads), nice: Number(nice), uid: Number(uid) };
      return { ...numbers, rss: Number(rss) * 1024, comm: comm.join(' ') };
    });
  return new Map(rows.map((row) => [row.pid, row]));
}

/** True if both agree, memory within a tenth or 1 MiB: the kernel batches its counters, and time passes. */
const agree = (entry: ProcessEntry, row: Row): boolean =>
  entry.num_threads === row.threads &&
  entry.name.startsWith(row.comm.slice(0, 15)) &&
  Math.abs((entry.memory_info?.rss ?? 0) - row.rss) <= Math.max(row.rss / 10, 1 << 20);

/** A program that runs `code`, which prints when it is ready, until its input ends. */
async function startNode(code: string) {
  const child = spawn(
    process.execPath,
    ['-e', `${code}; process.stdin.on('end', () => process.exit()).resume()`],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  await once(child.stdout, 'data');
  return child;
}

describe('the process scan, live', () => {
  it('agrees with ps', async () => {
    const before = ps();
    const { entries } = await engine.read();
    const after = ps();
    const stable = entries.filter(({ pid }) => before.has(pid) && after.has(pid));
    expect(stable.length).toBeGreaterThan(5);
    const differing = stable.filter((entry) => {
      const rows = [before.get(entry.pid), after.get(entry.pid)] as Row[];
      // If the runs of ps differ, the process is changing.
      return !rows.some((row) => agree(entry, row));
    });
    expect(differing.length, JSON.stringify(differing[0])).toBeLessThanOrEqual(stable.length / 20);
    for (const { pid, nice } of stable) {
      const row = before.get(pid);
      if (row && !Number.isNaN(row.nice)) expect(nice, `nice of ${pid}`).toBe(row.nice);
    }
  });

  it('sees this process, and how busy it is', async () => {
    await engine.read();
    const [start, before] = [performance.now(), process.cpuUsage()];
    while (performance.now() < start + 400) Math.sqrt(start);
    const { user, system } = process.cpuUsage(before);
    const percent = (user + system) / 10 / (performance.now() - start);
    await engine.read();
    const own = engine.process(process.pid);
    expect(own).toMatchObject({
      status: 'R',
      cmdline: expect.arrayContaining([expect.stringContaining('node')]),
    });
    // The CPU time that it got lies between the two readings.
    expect(own?.cpu_percent).toBeGreaterThan(percent / 3);
    expect(own?.memory_info?.rss).toBeGreaterThan(20 << 20);
  });

  it('looks closely at one process', async () => {
    const child = await startNode(
      'require("dgram").createSocket("udp4").bind(0, "127.0.0.1", () => ' +
        'require("net").createServer().listen(0, "127.0.0.1", () => console.log("ready")))',
    );
    const pid = child.pid ?? 0;
    try {
      await engine.read();
      expect(engine.select(pid)).toBe(true);
      await engine.read();
      expect(engine.current()).toMatchObject({
        pid,
        extended_stats: true,
        cpu_affinity: expect.arrayContaining([expect.any(Number)]),
        num_ctx_switches: { voluntary: expect.any(Number), involuntary: expect.any(Number) },
        num_fds: expect.any(Number),
        memory_swap: expect.any(Number),
        tcp: 1,
        udp: 1,
        cpu_mean_counter: 1,
      });
      expect(engine.current()?.num_fds).toBeGreaterThan(5);
      // The program may take longer than one poll waits.
      await vi.waitFor(async () => {
        await engine.read();
        expect(engine.current()?.ionice).not.toBeNull();
      });
      const ionice = execFileSync('ionice', ['-p', String(pid)], { encoding: 'utf8' });
      const { ioclass = -1, value = -1 } = engine.current()?.ionice ?? {};
      expect(ionice).toContain(['none', 'realtime', 'best-effort', 'idle'][ioclass]);
      if (ioclass < 3) expect(ionice).toContain(`prio ${value}`);
    } finally {
      child.stdin.end();
      await once(child, 'exit');
    }
    await engine.read();
    expect(engine.current()).toBeNull();
    expect(engine.process(pid)).toBeNull();
  });

  it('sees a zombie and a stopped process for what they are', async () => {
    const stopped = spawn('sleep', ['60'], { stdio: 'ignore' });
    const parent = spawn('sh', ['-c', '/bin/true & exec sleep 60'], { stdio: 'ignore' });
    try {
      await Promise.all([once(stopped, 'spawn'), once(parent, 'spawn')]);
      stopped.kill('SIGSTOP');
      await expect
        .poll(async () => {
          const { entries } = await engine.read();
          const zombie = entries.find(({ status, name }) => status === 'Z' && name === 'true');
          return [engine.process(stopped.pid ?? 0)?.status, zombie?.cmdline];
        })
        .toEqual(['T', []]);
    } finally {
      stopped.kill('SIGKILL');
      parent.kill('SIGKILL');
    }
  });

  it('follows a process that works, sleeps, writes, becomes another user and another program, and ends', async () => {
    const seen = (pid: number) => engine.process(pid);
    /** The kernel's values, read in another way. */
    const independent = (pid: number) => {
      const text = readFileSync(`/proc/${pid}/status`, 'utf8');
      const number = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
      const columns = ['-ww', '-o', 'user:40=,args=', '-p', String(pid)];
      const [username, ...args] = execFileSync('ps', columns, { encoding: 'utf8' }).trim().split(/\s+/);
      return { rss: number('VmRSS') * 1024, threads: number('Threads'), username, args };
    };
    const expectAgreement = (pid: number): void => {
      const { rss, threads, username, args } = independent(pid);
      const entry = seen(pid);
      expect(entry).toMatchObject({ username, num_threads: threads });
      expect(entry?.cmdline?.join(' ').split(/\s+/)).toEqual(args);
      expect(Math.abs((entry?.memory_info?.rss ?? 0) - rss)).toBeLessThanOrEqual(Math.max(rss / 10, 1 << 20));
    };
    const folder = mkdtempSync(join(tmpdir(), 'gander-test-'));
    const user = process.getuid?.() === 0 ? 'process.setgid(65534), process.setuid(65534)' : '0';
    // Executes commands line by line, and confirms each.
    const script = `
      const kept = [];
      const tasks = {
        work() { const start = process.cpuUsage(); while (process.cpuUsage(start).user < 200_000);
                 kept.push(Buffer.alloc(8 << 20, 1)); },
        write() { const f = require('fs').openSync(${JSON.stringify(join(folder, 'file'))}, 'w');
                  require('fs').writeSync(f, Buffer.alloc(1 << 20)); require('fs').fsyncSync(f); },
        change() { ${user}; },
      };
      process.stdin.on('data', (name) => { tasks[String(name).trim()](); console.log('done'); });
      process.stdin.on('end', () => process.exit());
      console.log('ready');`;
    const child = spawn('sh', ['-c', 'node="$0"; "$node" -e "$1"; exec sleep 60', process.execPath, script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const tell = async (task: string): Promise<void> => {
      child.stdin.write(`${task}\n`);
      await once(child.stdout, 'data');
      await engine.read();
    };
    try {
      await once(child.stdout, 'data');
      const first = performance.now();
      await engine.read();
      const shell = child.pid ?? 0;
      const worker = Number(execFileSync('pgrep', ['-P', String(shell)], { encoding: 'utf8' }));
      expectAgreement(worker);
      await tell('work');
      // A fifth of a second of CPU, however long a busy machine takes for it.
      expect(seen(worker)?.cpu_percent).toBeGreaterThan(10_000 / (performance.now() - first));
      expectAgreement(worker);
      const [, writtenBefore = 0] = seen(worker)?.io_counters ?? [];
      await tell('write');
      const [, written = 0, , before, known] = seen(worker)?.io_counters ?? [];
      expect([before, known]).toEqual([writtenBefore, 1]);
      const io = readFileSync(`/proc/${worker}/io`, 'latin1');
      expect(written).toBe(Number(/^write_bytes: (\d+)/m.exec(io)?.[1]));
      await tell('change');
      expectAgreement(worker);
      // It sleeps.
      for (let scan = 0; scan < 3; scan += 1) await engine.read();
      expectAgreement(worker);
      child.stdin.end();
      await expect.poll(() => readFileSync(`/proc/${shell}/comm`, 'utf8').trim()).toBe('sleep');
      await engine.read();
      expect(seen(worker)).toBeNull();
      expect(seen(shell)).toMatchObject({ name: 'sleep', cmdline: ['sleep', '60'] });
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    }
  });
});
