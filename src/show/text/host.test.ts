import { beforeAll, describe, expect, it } from 'vitest';
import type { PluginValue } from '../../core/served.ts';
import { playHost } from '../../../test/support/recorded-agent.ts';
import { fetchSummary } from './fetch.ts';
import { issueReport } from './issue.ts';
import { stdoutLines } from './lines.ts';
import { parseSelection } from './selection.ts';
import { createTable } from './table.ts';

const PLAIN = { colours: false, unicode: true };

/** An agent on a recorded machine, and what its plugins serve. */
async function play(name: string) {
  const { agent } = await playHost(name);
  const enabled = new Set(agent.plugins.map((plugin) => plugin.name));
  const valueOf = (plugin: { name: string }): PluginValue => agent.store.latest(plugin.name).value;
  return { agent, enabled, valueOf };
}

describe.each(['small-vm', 'big-server', 'empty'])('text outputs of %s', (name) => {
  let played: Awaited<ReturnType<typeof play>>;
  beforeAll(async () => {
    played = await play(name);
  });

  it('prints every plugin in every form', () => {
    const { agent, enabled, valueOf } = played;
    const list = agent.plugins.map((plugin) => plugin.name).join(',');
    const { selectors } = parseSelection(list, { registry: agent.plugins, enabled });
    const lines = selectors.flatMap((selector) => stdoutLines(selector, valueOf(selector.plugin)));
    expect(lines.map((line) => line.slice(0, line.indexOf(':')))).toEqual(
      agent.plugins.map(({ name }) => name),
    );
    expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
    const table = createTable(selectors, valueOf);
    expect(table.row()).not.toMatch(/undefined|\[object/);
    expect(table.row()).not.toContain('N/A,N/A,N/A,N/A');
  });

  it('draws a frame of 80 columns, bars in the colours of levels', () => {
    const { agent, enabled, valueOf } = played;
    const value = (plugin: string) => (enabled.has(plugin) ? valueOf({ name: plugin }) : null);
    const judge = (plugin: string) =>
      enabled.has(plugin) ? agent.levels.judgeOf(plugin)(value(plugin)) : [];
    for (const unicode of [true, false]) {
      const setup = { valueOf: value, judge, bits: true, pid: 1 };
      const summary = fetchSummary({ ...setup, style: { colours: false, unicode } });
      const widths = new Set(summary.split('\n').map((line) => Array.from(line).length));
      expect([...widths]).toEqual([80]);
      // eslint-disable-next-line no-control-regex
      expect(/^[\u0000-\u007f]*$/.test(summary)).toBe(!unicode);
      expect(summary).not.toMatch(/undefined|NaN/);
      const painted = fetchSummary({ ...setup, style: { colours: true, unicode } }).split('\n');
      const full = (value('fs') as { percent: number; fs_type: string }[] | undefined)?.filter(
        ({ percent, fs_type: type }) => percent >= 90 && type !== 'squashfs',
      );
      expect(painted.filter((line) => line.includes('\u001b[31m')).length).toBeGreaterThanOrEqual(
        full?.length ?? 0,
      );
    }
  });

  it('reports on every plugin without addresses', () => {
    const { agent, valueOf } = played;
    const report = issueReport({
      registry: agent.plugins,
      states: agent.sampler.states(),
      valueOf,
      style: PLAIN,
      totalMs: 200,
      platform: 'Node.js',
    });
    for (const plugin of agent.plugins)
      expect(report).toMatch(new RegExp(`^${plugin.name} +\\[(OK|NA|ERROR)\\]`, 'm'));
    const ip = /^ip .*\n(.*)$/m.exec(report)?.[1] ?? '';
    expect(ip).not.toMatch(/\d+\.\d+/);
    expect(report).not.toContain('\u001b');
    expect(report).toMatch(/^Total time: 0\.20000 s$/m);
  });
});

describe('fetchSummary', () => {
  it('shows what is there, leaving this process out', () => {
    const values: Record<string, PluginValue> = {
      system: { hostname: 'web1', hr_name: 'Debian 12' },
      ip: { address: '192.0.2.1' },
      uptime: '1:02:03',
      load: { min1: 1, min5: 2, min15: 3 },
      cpu: { total: 95 },
      mem: { percent: 50, used: 1024 ** 3, total: 2 * 1024 ** 3 },
      memswap: { percent: 0, used: 0, total: 0 },
      network: [{ interface_name: 'eth0', bytes_recv_rate_per_sec: 1000, bytes_sent_rate_per_sec: 0 }],
      processlist: [
        { pid: 1, name: 'init', cpu_percent: 1, memory_percent: 3 },
        { pid: 7, name: 'gander', cpu_percent: 9, memory_percent: 9 },
        { pid: 8, name: 'db', cpu_percent: 5, memory_percent: null },
      ],
    };
    const setup = {
      valueOf: (name: string) => values[name] ?? null,
      judge: () => [],
      style: PLAIN,
      bits: true,
      pid: 7,
    };
    expect(fetchSummary(setup)).toMatchInlineSnapshot(`
      "┌──────────────────────────────────────────────────────────────────────────────┐
      │ web1                                                   192.0.2.1  up 1:02:03 │
      │ Debian 12                                                                    │
      │ Load            1.00  2.00  3.00                                             │
      ├──────────────────────────────────────────────────────────────────────────────┤
      │ CPU             ■■■■■■■■■■■■■■■■■□  95.0 %                                   │
      │ Memory          ■■■■■■■■■□□□□□□□□□  50.0 %   1.0G of 2.0G                    │
      ├──────────────────────────────────────────────────────────────────────────────┤
      │ eth0            in   8.0Kb/s   out      0b/s                                 │
      ├──────────────────────────────────────────────────────────────────────────────┤
      │ Most CPU        db 5.0 %  init 1.0 %                                         │
      │ Most memory     init 3.0 %                                                   │
      └──────────────────────────────────────────────────────────────────────────────┘"
    `);
    expect(fetchSummary({ ...setup, bits: false })).toContain('1000B/s');
    // In the colours of levels, whatever the shares are.
    const levels = { cpu: 'CAREFUL', mem: 'CRITICAL' } as const;
    const judge = (name: string) =>
      name === 'cpu' || name === 'mem'
        ? [{ field: name === 'cpu' ? 'total' : 'percent', identity: null, level: levels[name] }]
        : [];
    const lines = fetchSummary({ ...setup, judge, style: { colours: true, unicode: true } }).split('\n');
    expect(lines.find((line) => line.includes('CPU  '))).toContain('\u001b[33m■');
    expect(lines.find((line) => line.includes('Memory  '))).toContain('\u001b[31m■');
  });
});

describe('issueReport', () => {
  it('says why plugins do not work, and masks what is personal', () => {
    const plugin = (name: string) =>
      ({ name, shape: 'list', key: 'pid', description: '', fields: {} }) as never;
    const state = (name: string, more: object) => ({
      name,
      state: 'ok' as const,
      reason: null,
      refresh: 2,
      duration_ms: 1,
      last_sample: 1,
      ...more,
    });
    const report = issueReport({
      registry: ['a', 'b', 'c', 'd'].map(plugin),
      states: [
        state('a', {}),
        state('b', { state: 'failing', reason: 'no permission', duration_ms: null }),
        state('c', { state: 'unsupported', reason: 'no such file', duration_ms: 30 }),
      ],
      valueOf: () => [{ pid: 1, username: 'bob', cmdline: ['secret'] }, {}],
      style: PLAIN,
      totalMs: 1,
      platform: 'x',
    });
    expect(report.split('\n').slice(3, 8)).toEqual([
      'a              [OK]    0.00100 s',
      '  key pid, 2 items, first {"pid":1,"username":"***","cmdline":"***"}',
      'b              [ERROR]   no permission',
      'c              [NA]    0.03000 s  no such file',
      'd              [NA]    turned off',
    ]);
    expect(report).toContain('Slowest: c 0.03000 s, a 0.00100 s');
  });
});
