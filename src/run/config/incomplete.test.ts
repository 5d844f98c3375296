import { describe, expect, it } from 'vitest';
import { levelRules } from '../../measure/levels/rules.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { loadSettings } from './load.ts';

const warningsOf = async (...lines: string[]): Promise<readonly string[]> => {
  const text = new TextEncoder().encode(lines.join('\n'));
  const file = { path: 'g.conf', borrowed: false };
  return (await loadSettings({ registry: plugins, file, files: { read: () => text } })).warnings;
};

describe('entries of groups', () => {
  it.each([
    ['ports', 'port_1_port=80', 'port_1_host'],
    ['ports', 'web_3_description=Home', 'web_3_url'],
    ['folders', 'folder_1_careful=100', 'folder_1_path'],
    ['serverlist', 'server_1_alias=Home', 'server_1_name'],
  ])('[%s] %s has no effect alone', async (section, line, needed) => {
    const [key = ''] = line.split('=');
    expect(await warningsOf(`[${section}]`, line)).toEqual([
      `g.conf:2: [${section}] ${key} has no effect without ${needed}.`,
    ]);
    expect(await warningsOf(`[${section}]`, line, `${needed}=${section === 'folders' ? '/' : ''}`)).toEqual(
      section === 'folders' ? [] : expect.any(Array),
    );
  });

  it.each([
    ['folders', 'folder_1_path=relative', 'folder_1_path = relative: expected an absolute path.'],
    ['amp_x', 'refresh=often', 'refresh = often: expected a number'],
  ])('[%s] %s is one mistake, with one sentence', async (section, line, problem) => {
    const found = await warningsOf(`[${section}]`, line, 'folder_1_careful=100', 'enable=True').catch(
      (error: unknown) => String(error).split('\n'),
    );
    const said = found.filter((text) => !text.includes('has no key'));
    expect(said).toEqual([expect.stringContaining(`g.conf:2: [${section}] ${problem}`)]);
  });

  it('may not repeat the path of a folder', async () => {
    expect(
      await warningsOf('[folders]', 'folder_1_path=/srv', 'folder_2_path=/srv', 'folder_3_path=/'),
    ).toEqual(['g.conf:3: [folders] folder_2_path repeats folder_1_path. Only the first has an effect.']);
    expect(await warningsOf('[serverlist]', 'server_1_name=a', 'server_2_name=a')).toEqual([]);
  });
});

describe('sections of groups', () => {
  it.each([
    ['amp_x', 'enable=True', 'refresh'],
    ['amp_x', 'enable=True\nrefresh=3', 'command or regex'],
    ['amp_nginx', 'enable=True\nrefresh=3', 'status_url'],
  ])('[%s] %j has no effect alone', async (section, lines, needed) => {
    expect(await warningsOf(`[${section}]`, lines)).toEqual([
      `g.conf:2: [${section}] enable has no effect without ${needed}.`,
    ]);
  });

  it.each([
    ['amp_x', 'command=date'],
    ['amp_x', 'enable=True\nrefresh=3\ncommand=date'],
    ['amp_x', 'enable=True\nrefresh=3\nregex=ssh'],
    ['amp_nginx', 'enable=True\nrefresh=3\nstatus_url=http://localhost/'],
    ['amp_systemd', 'enable=True\nrefresh=3'],
    ['amp_SystemV', 'enable=True\nrefresh=3'],
  ])('[%s] %j are fine', async (section, lines) => {
    expect(await warningsOf(`[${section}]`, lines)).toEqual([]);
  });
});

describe('thresholds', () => {
  it.each([
    [
      ['[cpu]', 'total_careful=80', 'total_warning=60'],
      'g.conf:2: [cpu] total_careful = 80 is above total_warning = 60. The level CAREFUL never occurs.',
    ],
    [
      ['[mem]', 'careful=95'],
      'g.conf:2: [mem] careful = 95 is above warning = 70. The level CAREFUL never occurs.',
    ],
    [
      ['[fs]', '/home_critical=60'],
      'g.conf:2: [fs] /home_warning = 70 is above /home_critical = 60. The level WARNING never occurs.',
    ],
    [
      ['[wifi]', 'careful=-80'],
      'g.conf:2: [wifi] careful = -80 is below warning = -75. The level CAREFUL never occurs.',
    ],
    [
      ['[folders]', 'folder_1_path=/', 'folder_1_careful=9', 'folder_1_critical=5'],
      'g.conf:3: [folders] folder_1_careful = 9 is above folder_1_critical = 5. The level CAREFUL never occurs.',
    ],
    [
      ['[processlist]', 'cpu_careful=80'],
      'g.conf:2: [processlist] cpu_careful = 80 is above cpu_warning = 70. The level CAREFUL never occurs.',
    ],
    [
      ['[cpu]', 'total_warning_clear=80'],
      'g.conf:2: [cpu] total_warning_clear = 80 is above total_warning = 75. Alerts are over at 75.',
    ],
    [
      ['[wifi]', 'log=True', 'warning_clear=-80'],
      'g.conf:3: [wifi] warning_clear = -80 is below warning = -75. Alerts are over at -75.',
    ],
    [
      ['[cpu]', 'total_waning_for=5'],
      'g.conf:2: [cpu] has no key "total_waning_for"; did you mean "total_warning_for"? It is ignored.',
    ],
    [
      ['[mem]', 'careful=-5'],
      'g.conf:2: [mem] careful = -5 is negative, and the value never is. The level CAREFUL always holds.',
    ],
  ])('%j', async (lines, expected) => {
    expect(await warningsOf(...lines)).toEqual([expected]);
  });

  it.each([
    [['[cpu]', 'total_careful=60', 'total_warning=60', 'total_critical=95']],
    [['[mem]', 'careful=95', 'warning=0', 'critical=0']],
    [['[sensors]', 'temperature_core_careful=-20', 'temperature_core_ambient_careful=-30']],
    [['[network]', 'eth0_rx_careful=1000000']],
    [['[cpu]', 'ctx_switches_careful=1000000']],
    [['[processlist]', 'status_warning=-20']],
    [['[cpu]', 'total_warning_for=0', 'clear_for=5', 'total_critical_clear=80', 'total_warning_clear=70']],
    [['[fs]', '/home_log=True', '/home_critical_for=30', '/home_warning_clear=60']],
    [['[raid]', 'log=True', 'critical_for=30']],
  ])('%j are fine', async (lines) => {
    expect(await warningsOf(...lines)).toEqual([]);
  });
});

describe('values that never raise events', () => {
  it.each([
    ['smart', 'log=True'],
    ['smart', '/dev/sda_log=True'],
    ['containers', 'status_log=True'],
    ['containers', 'web_status_log=True'],
    ['smart', 'warning_for=5'],
  ])('[%s] %s has no effect', async (section, line) => {
    expect(await warningsOf(`[${section}]`, line)).toEqual([
      `g.conf:2: [${section}] ${line.split('=')[0]} has no effect here. This value raises no events.`,
    ]);
  });

  it.each([
    ['smart', 'log=False'],
    ['containers', 'log=True'],
    ['containers', 'web_cpu_log=True'],
    ['load', 'log=True'],
    ['raid', 'log=True'],
    ['folders', 'log=True'],
  ])('[%s] %s is fine', async (section, line) => {
    expect(await warningsOf(`[${section}]`, line)).toEqual([]);
  });

  it('have no durations either, unless they raise some', async () => {
    expect(await warningsOf('[fs]', '/home_critical_for=5')).toEqual([
      'g.conf:2: [fs] /home_critical_for has no effect here. It raises no events unless /home_log=True.',
    ]);
    expect(await warningsOf('[raid]', 'log=True', 'warning_clear=5')).toEqual([
      'g.conf:3: [raid] warning_clear has no effect here. The state alone decides the level.',
    ]);
  });

  it('have no thresholds where their state decides', async () => {
    expect(await warningsOf('[smart]', 'critical=5')).toEqual([
      'g.conf:2: [smart] critical has no effect here. The state alone decides the level.',
    ]);
  });

  it('include every value whose rule is silent and that no other rule speaks for', async () => {
    const silent = plugins.flatMap((plugin) =>
      levelRules(plugin).flatMap(({ rule: { header } }) => {
        const rules = levelRules(plugin).filter(({ rule }) => rule.header === header);
        return rules.every(({ rule }) => rule.log === 'never')
          ? [[plugin.name, header === '' ? 'log' : `${header}_log`]]
          : [];
      }),
    );
    expect(silent.length).toBeGreaterThan(0);
    for (const [name, key] of silent)
      expect(await warningsOf(`[${name}]`, `${key}=True`)).toEqual([
        expect.stringContaining('raises no events'),
      ]);
  });
});
