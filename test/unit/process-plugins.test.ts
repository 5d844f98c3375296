/** The three process plugins together, sampled as in an agent. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { type Agent, createAgent } from '../../src/run/parts/agent.ts';
import { schemaOf } from '../../src/core/schema.ts';
import processcount from '../../src/measure/plugins/processcount/processcount.ts';
import processlist from '../../src/measure/plugins/processlist/processlist.ts';
import programlist from '../../src/measure/plugins/programlist/programlist.ts';
import type { ProcessEntry } from '../../src/measure/sources/processes/entry.ts';
import { processes } from '../../src/measure/sources/processes/processes.ts';
import { createRecordedHost, type RecordedHost } from '../support/fake-host.ts';
import { KERNEL_THREAD, type ProcessFiles, processTree } from '../support/process-tree.ts';
import { testSettings } from '../support/recorded-agent.ts';
import { memoryTree } from '../support/memory-tree.ts';

const registry = [processcount, processlist, programlist];
const NAMES = registry.map(({ name }) => name);
const FILES: ProcessFiles[] = [
  { pid: 2, flags: KERNEL_THREAD, comm: 'kthreadd', cmdline: [], ppid: 0 },
  { pid: 7, comm: 'bash', state: 'R', threads: 2, io: [10, 20] },
  { pid: 8, comm: 'bash', rss: 40, io: [1, 2], nice: 3 },
];

interface Played {
  agent: Agent;
  host: RecordedHost;
  listings(): number;
  next(): Promise<void>;
}

async function play(section: Record<string, string> = {}): Promise<Played> {
  const host = createRecordedHost(memoryTree(processTree(...FILES)));
  let listings = 0;
  const list = (path: string): string[] => {
    listings += 1;
    return host.list(path);
  };
  const settings = testSettings(registry, { processlist: section });
  const agent = createAgent({ host: { ...host, list }, registry, settings, cores: 1 });
  const next = async (): Promise<void> => {
    agent.sampler.touch(NAMES);
    await host.clock.advance(2000);
    await host.clock.advance(0);
  };
  const starting = agent.sampler.start();
  await host.clock.advance(500);
  await starting;
  return { agent, host, listings: () => listings, next };
}

const valueOf = <T>(agent: Agent, name: string): T => agent.store.latest(name).value as T;

describe('the process plugins', () => {
  it('share one scan', async () => {
    const { agent, listings, next } = await play();
    await next();
    const before = listings();
    await next();
    expect(listings()).toBe(before + 1);
    agent.sampler.stop();
  });

  it('serve what they declare, extended statistics included', async () => {
    const { agent, next } = await play();
    agent.sampler.instance(processes).select(8);
    await next();
    for (const plugin of registry) {
      const validate = new Ajv2020({ strict: false }).compile(schemaOf(plugin));
      validate(JSON.parse(JSON.stringify(valueOf(agent, plugin.name))));
      expect(validate.errors ?? [], plugin.name).toEqual([]);
    }
    const list = valueOf<ProcessEntry[]>(agent, 'processlist');
    expect(list.find(({ pid }) => pid === 8)).toMatchObject({ key: 'pid', extended_stats: true });
    agent.sampler.stop();
  });

  it('count processes before focus, and serve those in focus', async () => {
    const { agent } = await play({ focus: 'pid:8' });
    expect(valueOf(agent, 'processcount')).toEqual({
      total: 3,
      running: 1,
      sleeping: 2,
      thread: 4,
      ended_cpu_percent: 0,
      pid_max: 32768,
    });
    expect(valueOf<ProcessEntry[]>(agent, 'processlist').map(({ pid }) => pid)).toEqual([8]);
    expect(valueOf(agent, 'programlist')).toMatchObject([{ name: 'bash', nprocs: 1, childrens: [8] }]);
    agent.sampler.stop();
  });

  it('work without the statistics that are disabled', async () => {
    const { agent } = await play({
      disable_stats: 'num_threads,cpu_percent,memory_percent,cpu_times,memory_info,nice',
    });
    expect(valueOf(agent, 'processcount')).toMatchObject({ total: 3, thread: null });
    expect(valueOf(agent, 'programlist')).toMatchObject([
      { name: 'kthreadd' },
      { name: 'bash', cpu_times: null, nice: null, io_counters: expect.any(Array) },
    ]);
    expect(Object.keys(valueOf<ProcessEntry[]>(agent, 'processlist')[0] ?? {})).not.toContain('cpu_percent');
    agent.sampler.stop();
  });

  it('leave the entries of the process list alone', async () => {
    const { agent, next } = await play();
    await next();
    for (const { io_counters } of valueOf<ProcessEntry[]>(agent, 'processlist'))
      expect(io_counters).toHaveLength(5);
    expect(
      valueOf<{ io_counters: number[] }[]>(agent, 'programlist').map((item) => item.io_counters.length),
    ).toEqual([10, 5]);
    agent.sampler.stop();
  });

  it('keep a history of the counts only', async () => {
    const { agent } = await play();
    expect(agent.store.history('processcount').names().sort()).toEqual([
      'ended_cpu_percent',
      'running',
      'sleeping',
      'thread',
      'total',
    ]);
    expect(agent.store.history('processlist').names()).toEqual([]);
    expect(agent.store.history('programlist').names()).toEqual([]);
    agent.sampler.stop();
  });
});
