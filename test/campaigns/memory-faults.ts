/** External input exceeds the agent's memory. Its heap is small, and its resident memory is bounded. */
import { spawn } from 'node:child_process';
import { expect, vi } from 'vitest';
import type { AlertEvent } from '../../src/core/event.ts';
import { list } from './engine-faults.ts';
import { type FaultBench, PATIENCE } from './fault-bench.ts';

const MANY = 60;
const CONTAINERS = 300;
const WAVES = 3;

async function longArguments({ agent, check }: FaultBench): Promise<void> {
  const long = Array.from({ length: 15 }, () => 'x'.repeat(120_000));
  const children = Array.from({ length: MANY }, () => spawn('sh', ['-c', 'read x', 'sh', ...long]));
  try {
    await vi.waitFor(async () => {
      const list = await agent.fresh<{ pid: number }[]>('processlist');
      expect(list.map(({ pid }) => pid)).toEqual(expect.arrayContaining(children.map(({ pid }) => pid)));
    }, PATIENCE);
    await check(`${MANY} processes with two megabytes of arguments`);
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

/** Through the hub, several at a time: long lists, texts, objects, and invalid JSON. */
async function repliesWithoutEnd({ agent, hostile, check }: FaultBench): Promise<void> {
  const server = encodeURIComponent(`127.0.0.1:${hostile.port}`);
  for (const text of ['[{"a":1},', '{"a":{"b":', '"'.padEnd(5000, 'x'), '1,']) {
    hostile.flood = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
    const paths = ['4/all', '4/all/limits', 'levels', 'archive', '4/processlist', 'history/series'];
    const replies = await Promise.all(paths.map((path) => agent.request(`/servers/${server}/api/${path}`)));
    expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 502));
    await check('replies without end');
  }
  hostile.flood = null;
}

/** Containers with repeated alerts fill the list; the ongoing one stays. */
async function manyEvents(bench: FaultBench): Promise<void> {
  const { agent, engine, check } = bench;
  const names = Array.from({ length: CONTAINERS }, (_, index) => `c${index}`);
  const frame = (CPU: number) => ({
    Stats: engine.containers.map(({ listed }) => ({ ContainerID: listed.Id, CPU, MemUsage: 1, MemLimit: 9 })),
  });
  list(bench, names);
  const lasting = async (): Promise<number> => {
    await agent.get('/containers');
    const events = await agent.get<AlertEvent[]>('/alert');
    expect(events.length).toBeLessThanOrEqual(100);
    return events.filter(({ type, end }) => type.startsWith('CONTAINERS') && end === -1).length;
  };
  for (let wave = 0; wave < WAVES; wave += 1) {
    for (const [cpu, holds] of [
      [95, (count: number) => count > 50],
      [0, (count: number) => count === 0],
    ] as const)
      await vi.waitFor(async () => {
        engine.measure(frame(cpu));
        expect(holds(await lasting())).toBe(true);
      }, PATIENCE);
    await check('many events');
  }
  list(bench, []);
}

export const memoryFaults: Readonly<Record<string, (bench: FaultBench) => Promise<void>>> = {
  [`${MANY} processes with two megabytes of arguments`]: longArguments,
  'servers of a hub that send without end': repliesWithoutEnd,
  'many events': manyEvents,
};
