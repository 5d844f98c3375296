/** Thousands of simulated processes: the agent serves nothing false before it knows them, keeps its pace, and does not reread them all. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Tree } from '../../scripts/support/tree.ts';
import { type Agent, createAgent } from '../../src/run/parts/agent.ts';
import type { Host } from '../../src/core/host.ts';
import { createSystemClock } from '../../src/measure/host/system-clock.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { isFull } from '../support/full-run.ts';
import { createRecordedHost } from '../support/fake-host.ts';
import { createMemoryFiles } from '../support/memory-files.ts';
import { createPlainApi } from '../support/plain-api.ts';
import { processTree } from '../support/process-tree.ts';
import { testSettings } from '../support/recorded-agent.ts';

const MANY = isFull ? 10_000 : 2000;
const FEW = 500;

/** Idle processes on a running clock; counts reads. */
function composed(count: number): { host: Host; reads(): number } {
  const processes = Array.from({ length: count }, (_, index) => ({ pid: index + 1, runs: 7 }));
  const tree: Tree = new Map(Object.entries(processTree(...processes)));
  tree.set('proc/loadavg', '0.10 0.20 0.30 1/100 4242\n');
  tree.set('proc/stat', 'cpu  1 2 3 4 5 6 7 8 9 0\ncpu0 1 2 3 4 5 6 7 8 9 0\nbtime 1700000000\n');
  const { read } = createMemoryFiles(tree);
  let reads = 0;
  const counted: Host['read'] = (path) => {
    if (/^\/proc\/\d/.test(path)) reads += 1;
    return read(path);
  };
  const host: Host = {
    ...createRecordedHost(tree),
    clock: createSystemClock(),
    read: counted,
    open: (path) => {
      read(path);
      return { read: () => counted(path), close() {} };
    },
  };
  return { host, reads: () => reads };
}

function agentOf(host: Host): Agent {
  const registry = plugins.filter(({ name }) => ['load', 'processlist', 'processcount'].includes(name));
  const sections = Object.fromEntries(registry.map(({ name }) => [name, { refresh: '0.2' }]));
  const agent = createAgent({ host, registry, settings: testSettings(registry, sections), cores: 2 });
  onTestFinished(() => agent.sampler.stop());
  return agent;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

/** Samples of a plugin so far. */
const samples = ({ store }: Agent, name: string): number => store.latest(name).sequence;

describe(`${MANY} processes`, () => {
  it('are all there or not known yet, and no request waits for all of them', async () => {
    const agent = agentOf(composed(MANY).host);
    const api = createPlainApi(agent);
    onTestFinished(() => api.close());
    void agent.sampler.start();
    let refused = 0;
    for (let status = 503; status === 503; await pause()) {
      const reply = await api.inject('/api/4/processlist/name');
      status = reply.statusCode;
      if (status === 503) {
        expect(reply.headers['retry-after']).toBeDefined();
        refused += 1;
      } else expect(reply.json<{ name: string[] }>().name).toHaveLength(MANY);
    }
    // A reader of all plugins would have them.
    expect(refused).toBeGreaterThan(1);
  });

  it('hold no other plugin up, and most of their files are not read again', async () => {
    /** Files read per idle process and scan. */
    const costOfEach = async (count: number): Promise<number> => {
      const { host, reads } = composed(count);
      const agent = agentOf(host);
      const scan = async (times: number): Promise<void> => {
        for (const end = samples(agent, 'processlist') + times; samples(agent, 'processlist') < end;) {
          agent.sampler.touch(['processlist', 'load']);
          await pause();
        }
      };
      await agent.sampler.start();
      await scan(2);
      const before = { reads: reads(), scans: samples(agent, 'processlist'), others: samples(agent, 'load') };
      await scan(3);
      const scans = samples(agent, 'processlist') - before.scans;
      expect(samples(agent, 'load') - before.others).toBeGreaterThanOrEqual(scans - 1);
      agent.sampler.stop();
      return (reads() - before.reads) / scans / count;
    };
    // A plain pass over stat, statm and io reads three. Files are read in turn by the clock: the longer a scan takes, the more.
    for (const count of [FEW, MANY]) expect(await costOfEach(count)).toBeLessThan(2);
  });
});
