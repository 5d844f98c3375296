import { describe, expect, it } from 'vitest';
import { pluginAgent } from '../../../../test/support/plugin-agent.ts';
import { type ProcessFiles, processTree } from '../../../../test/support/process-tree.ts';
import type { RunOutcome } from '../../../core/host.ts';
import processcount from '../processcount/processcount.ts';
import amps from './amps.ts';

type Sections = Record<string, Record<string, string>>;

const NGINX: ProcessFiles[] = [
  { pid: 10, comm: 'nginx', cmdline: ['nginx: master process /usr/sbin/nginx'], rss: 100 },
  { pid: 11, comm: 'nginx', cmdline: ['nginx: worker process'], rss: 50 },
  { pid: 12, comm: 'sh', cmdline: ['/bin/sh', '-c', 'nginx'] },
];
const wrote = (stdout: string, stderr = '', code = 0): RunOutcome => ({
  code,
  stdout,
  stderr,
  failure: null,
});

async function watching(
  sections: Sections,
  {
    run = () => wrote(''),
    fetchText = '',
    found = NGINX,
  }: {
    run?: (argv: readonly string[]) => RunOutcome;
    fetchText?: string | Error;
    found?: ProcessFiles[];
  } = {},
) {
  const argv: string[] = [];
  const rig = await pluginAgent({
    plugin: amps,
    others: [processcount],
    sections,
    files: processTree(...found),
    run: (given) => {
      argv.push(given.join(' '));
      return Promise.resolve(run(given));
    },
    host: {
      fetchText: () => (fetchText instanceof Error ? Promise.reject(fetchText) : Promise.resolve(fetchText)),
    },
  });
  await rig.pass(4);
  return { ...rig, argv };
}

const on = { enable: 'true', refresh: '3' };

describe('amps', () => {
  it('adds up what its processes use', async () => {
    const { items } = await watching({ amp_pyTHON: { ...on, regex: '.*nginx.*', countmax: '20' } });
    expect(items()).toEqual([
      {
        key: 'name',
        name: 'Python',
        result: 'CPU: 0.0% | MEM: 16.0%',
        refresh: 3,
        timer: expect.any(Number) as number,
        count: 3,
        countmin: null,
        countmax: 20,
        regex: true,
      },
    ]);
  });

  it('lists those that are off, in the order of the file', async () => {
    const { items, reason, argv } = await watching({
      amp_zoo: { enable: 'false', regex: 'nginx', refresh: '3', command: 'a' },
      amp_nginx: { enable: 'true', regex: 'nginx' },
      amp_systemv: { refresh: '3' },
    });
    expect(items().map(({ name, result, count, timer }) => [name, result, count, timer])).toEqual([
      ['Zoo', null, 0, null],
      ['Nginx', null, null, null],
      ['SystemV', null, 0, null],
    ]);
    expect(reason()).toBe('[amp_nginx] is off: it has no refresh');
    expect(argv).toEqual([]);
  });

  it('says what to do where there are none', async () => {
    const { items, reason } = await watching({});
    expect(items()).toEqual([]);
    expect(reason()).toBe('no application is configured: add a section such as [amp_nginx]');
  });

  it('runs a command, and commands one after the other', async () => {
    const { items, argv } = await watching(
      {
        amp_conntrack: {
          ...on,
          refresh: '30',
          command: 'sysctl a,b && sysctl "c d" && false && never',
          one_line: 'true',
        },
      },
      { run: ([program, word]) => (program === 'false' ? wrote('', '', 1) : wrote(`${word}\n`)) },
    );
    expect(argv).toEqual(['sysctl a,b', 'sysctl c d', 'false']);
    expect(items()).toMatchObject([{ result: 'a,bc d', count: 0, regex: false, refresh: 30 }]);
  });

  it('runs nothing but arguments with --disable-config-exec', async () => {
    const { argv } = await watching({
      amps: { operators: 'False' },
      amp_x: { ...on, refresh: '30', command: 'a && b | c > d' },
    });
    expect(argv).toEqual(['a && b | c > d']);
  });

  it('refuses what is for a shell, and says so', async () => {
    const { argv, reason } = await watching({ amp_x: { ...on, command: 'a > /etc/passwd' } });
    expect(argv).toEqual([]);
    expect(reason()).toMatch(/^\[amp_x\]: its command is not run: > is for a shell/);
  });

  it('runs nothing while no process matches', async () => {
    const command = { ...on, command: 'a', regex: 'no such' };
    const { items, argv } = await watching({ amp_a: command, amp_b: { ...command, countmin: '1' } });
    expect(items()).toMatchObject([
      { result: null, count: 0 },
      { result: 'No running process', count: 0 },
    ]);
    expect(argv).toEqual([]);
  });

  it('shows the page of nginx, and the last one when it fails', async () => {
    const page =
      'Active connections: 3 \nserver accepts handled requests\n 10 10 31 \nReading: 0 Writing: 1 Waiting: 2 \n';
    const section = { ...on, regex: '/usr/sbin/nginx', status_url: 'http://localhost/nginx_status' };
    const { items } = await watching({ amp_nginx: section }, { fetchText: page });
    expect(items()).toMatchObject([{ name: 'Nginx', result: page.trimEnd(), count: 1 }]);
    const { reason } = await watching({ amp_nginx: section }, { fetchText: new Error('it did not answer') });
    expect(reason()).toBe('[amp_nginx]: it did not answer');
  });

  it('counts services', async () => {
    const { items, argv } = await watching(
      { amp_systemd: { ...on, one_line: 'true' }, amp_systemv: on },
      {
        run: ([program]) =>
          program === '/bin/systemctl'
            ? wrote('a loaded active running A\n')
            : wrote(' [ + ]  cron\n', ' [ ? ]  hw\n'),
      },
    );
    expect(argv.slice(0, 2)).toEqual(['/bin/systemctl --plain', '/usr/bin/service --status-all']);
    expect(items().map(({ result }) => result)).toEqual([
      'Services loaded: 1 active: 1 ',
      'Services\nrunning: 1\nstopped: 0\nupstart: 1\n',
    ]);
  });

  it('does not hang on an expression that would', async () => {
    const found = [{ pid: 9, comm: 'x', cmdline: ['a'.repeat(60)] }];
    const { reason } = await watching({ amp_x: { ...on, regex: '^(a+)+!' } }, { found });
    expect(reason()).toBeNull();
  });

  it('runs at its own pace', async () => {
    const { argv, pass } = await watching({ amp_a: { ...on, refresh: '10', command: 'a' } });
    await pass(30);
    expect(argv).toHaveLength(4);
  });

  it('judges how many there are, unless it is off', async () => {
    const { ran, pass } = await watching({
      amps: {
        refresh: '2',
        few_warning_action: 'act few {{count}}',
        none_critical_action: 'act none {{name}} {{countmin}}',
        off_critical_action: 'act off',
      },
      amp_few: { ...on, regex: 'nginx', countmin: '4' },
      amp_none: { ...on, regex: 'no such', countmin: '1' },
      amp_off: { enable: 'false', refresh: '3', regex: 'no such', countmin: '1' },
    });
    await pass(6);
    expect(ran()).toEqual(['few 3', 'none None 1']);
  });
});
