/** The plugin units with a real systemd and a real system bus. */
import { plain } from '../../src/core/said.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Reading } from '../../src/core/fields.ts';
import type { Host } from '../../src/core/host.ts';
import { createHost } from '../../src/measure/host/local-host.ts';
import type { fields } from '../../src/measure/plugins/units/fields.ts';
import units from '../../src/measure/plugins/units/units.ts';
import { createLogs } from '../../src/explain/logs/logs.ts';
import { showLine } from '../../src/explain/logs/logs-part.ts';
import { lacking, scratchFolder } from '../support/live-tools.ts';
import {
  canRunSystemd,
  type RunningSystemd,
  startSystemd,
  SYSTEM_BUS,
  SYSTEMD_PROGRAMS,
} from '../support/systemd.ts';

const SUITE = 'units of a real systemd';
const isWanted = lacking(SUITE, { root: true, programs: [...SYSTEMD_PROGRAMS, 'dbus-daemon'] }) === null;
const isPossible = isWanted && canRunSystemd();
if (isWanted && !isPossible) console.warn(`skipped: ${SUITE} (needs control groups of version 2)`);

type Unit = Reading<typeof fields>;

const service = (...lines: string[]): string =>
  ['[Unit]', 'DefaultDependencies=no', '[Service]', ...lines, ''].join('\n');

const UNITS = {
  ...SYSTEM_BUS,
  'busy.service': service('ExecStart=/bin/sh -c "while :; do :; done"'),
  'idle.service': service('ExecStart=/bin/sleep infinity'),
  'exits.service': service('Type=oneshot', 'ExecStart=/bin/sh -c "exit 3"'),
  'killed.service': service('ExecStart=/bin/sh -c "kill -9 $$$$"'),
  'stubborn.service': service('ExecStart=/bin/sh -c "trap \'exit 1\' TERM; while :; do sleep 0.1; done"'),
  'again.service': service(
    'ExecStart=/bin/false',
    'Restart=always',
    'RestartSec=100ms',
    'StartLimitIntervalSec=0',
  ),
  'talks.service': service(
    'Type=oneshot',
    `ExecStart=/bin/sh -c "printf '<3>worker 17 failed, password=hunter2\\n<3>worker 18 failed, password=hunter3\\n<6>fine\\n<4>\\033[31mred\\n'"`,
  ),
  'nightly.service': service('Type=oneshot', 'ExecStart=/bin/true'),
  'nightly.timer': '[Unit]\nDefaultDependencies=no\n[Timer]\nOnCalendar=*-*-* 03:00\nOnActiveSec=1d\n',
  'nowhere.mount': '[Unit]\nDefaultDependencies=no\n[Mount]\nWhat=/nowhere\nWhere=/nowhere\n',
};

describe.skipIf(!isPossible)('units', () => {
  const folder = scratchFolder();
  let systemd: RunningSystemd;
  let host: Host;
  let reader: { read(): unknown };
  let notices = new Map<string, string>();
  let changes = 0;

  const open = (): void => {
    notices = new Map();
    reader = units.create({
      host,
      options: { show: [], hide: [] },
      refresh: 2,
      again: () => (changes += 1),
      notice: (topic, text) => (text === null ? notices.delete(topic) : notices.set(topic, plain(text))),
      use: () => () => expect.unreachable(),
      instance: () => expect.unreachable(),
    });
  };
  const read = async (): Promise<Unit[]> => (await reader.read()) as Unit[];
  const named = async (name: string): Promise<Unit | undefined> =>
    (await read()).find((unit) => unit.name === name);
  const eventually = (name: string, expected: object) =>
    vi.waitFor(async () => expect(await named(name)).toMatchObject(expected), { interval: 50 });

  beforeAll(async () => {
    systemd = await startSystemd(folder.path, UNITS);
    systemd.run('systemctl', 'start', 'dbus', 'busy', 'idle');
    const run: Host['run'] = async (argv) => {
      try {
        return { code: 0, stdout: systemd.run(...argv), stderr: '', failure: null };
      } catch (error) {
        return { code: 1, stdout: '', stderr: String(error), failure: null };
      }
    };
    host = { ...createHost({ root: systemd.root, env: {} }), isLocal: true, run };
    open();
  });
  afterAll(async () => {
    await systemd?.stop();
    folder.remove();
  });

  it('are listed with what systemd says of them', async () => {
    const [description, pid, since] = systemd.show('idle', 'Description', 'MainPID', 'StateChangeTimestamp');
    const unit = await named('idle.service');
    expect(unit).toMatchObject({
      description,
      load_state: 'loaded',
      active_state: 'active',
      sub_state: 'running',
      main_pid: Number(pid),
      restarts: 0,
      result: 'success',
      exit_code: null,
      exit_signal: null,
      trigger: null,
    });
    expect(Math.floor(unit?.since ?? 0)).toBe(Date.parse(since ?? '') / 1000);
    expect((await read()).map(({ name }) => name)).not.toContain('nightly.timer');
  });

  it('have their log lines in the journal', async () => {
    const logs = createLogs({ host, readContainer: () => expect.unreachable(), show: showLine });
    const read = (unit: string, text = '') =>
      logs.read({
        from: Date.now() - 600_000,
        to: Date.now() + 60_000,
        journal: { unit },
        containers: [],
        priority: 'warning',
        output: null,
        isGrouped: true,
        text,
        signal: new AbortController().signal,
      });
    systemd.run('systemctl', 'start', 'journal');
    expect(await read('talks.service')).toMatchObject({
      lines: [],
      sources: [{ state: 'empty', reason: null }],
    });
    systemd.run('systemctl', 'start', 'talks');
    await vi.waitFor(async () =>
      expect((await read('talks.service')).lines).toMatchObject([
        { name: 'talks.service', priority: 'err', text: 'worker 18 failed, password=********', count: 2 },
        { origin: 'unit', priority: 'warning', text: '␛[31mred', count: 1 },
      ]),
    );
    const found = async (text: string): Promise<number> => (await read('talks.service', text)).lines.length;
    expect([
      await found('WORKER 17'),
      await found('[31M'),
      await found('hunter2'),
      await found('.*'),
    ]).toEqual([1, 1, 0, 0]);
    expect((await read('idle.service')).lines).toEqual([]);
    systemd.run('systemctl', 'stop', 'journal');
  });

  it('state CPU time as their control group counts it', async () => {
    const before = await named('busy.service');
    await vi.waitFor(async () =>
      expect((await named('busy.service'))?.cpu_time).toBeGreaterThan((before?.cpu_time ?? 0) + 50),
    );
    expect((await named('idle.service'))?.cpu_time).toBeLessThan(before?.cpu_time ?? 0);
  });

  it('show failures with exit code or signal as soon as they happen', async () => {
    await read();
    const seen = changes;
    expect(() => systemd.run('systemctl', 'start', 'exits')).toThrow();
    await eventually('exits.service', { active_state: 'failed', result: 'exit-code', exit_code: 3 });
    expect(changes).toBeGreaterThan(seen);
    systemd.run('systemctl', 'start', 'killed');
    await eventually('killed.service', { active_state: 'failed', result: 'signal', exit_signal: 'SIGKILL' });
    expect(() => systemd.run('systemctl', 'start', 'nowhere.mount')).toThrow();
    await eventually('nowhere.mount', { active_state: 'failed' });
    systemd.run('systemctl', 'reset-failed');
    await vi.waitFor(async () => expect(await named('nowhere.mount')).toBeUndefined());
  });

  it('have not failed when they end badly because somebody stops them', async () => {
    systemd.run('systemctl', 'start', 'stubborn');
    await eventually('stubborn.service', { active_state: 'active' });
    systemd.run('systemctl', 'stop', 'stubborn');
    await eventually('stubborn.service', { active_state: 'failed', exit_code: 1, stopped: true });
    systemd.run('systemctl', 'start', 'stubborn');
    await vi.waitFor(async () => expect(await named('stubborn.service')).not.toHaveProperty('stopped'));
    expect(await named('stubborn.service')).toMatchObject({ active_state: 'active' });
    systemd.run('systemctl', 'stop', 'stubborn');
  });

  it('count restarts', async () => {
    systemd.run('systemctl', 'start', 'again');
    await vi.waitFor(async () => expect((await named('again.service'))?.restarts).toBeGreaterThan(3));
    systemd.run('systemctl', 'stop', 'again');
    // Without references, systemd unloads it.
    await vi.waitFor(async () => expect(await named('again.service')).toBeUndefined());
  });

  it('are timers, with the next run and the unit that they start', async () => {
    systemd.run('systemctl', 'start', 'nightly.timer');
    await eventually('nightly.timer', { active_state: 'active', trigger: 'nightly.service' });
    const [timer] = JSON.parse(systemd.run('systemctl', 'list-timers', '--output=json')) as {
      next: number;
    }[];
    const { next_run: next, last_run: last } = (await named('nightly.timer')) as Unit;
    expect(Math.abs((next ?? 0) - (timer?.next ?? 0) / 1e6)).toBeLessThan(2);
    expect(last).toBeNull();
    expect(await named('nightly.service')).toBeUndefined();
    systemd.run('systemctl', 'start', 'nightly');
    await eventually('nightly.service', { active_state: 'inactive', exit_code: 0, trigger: 'nightly.timer' });
  });

  it('come back after systemd has executed itself anew, and after the bus has restarted', async () => {
    systemd.run('systemctl', 'daemon-reexec');
    await eventually('idle.service', { active_state: 'active' });
    systemd.run('systemctl', 'restart', 'dbus');
    await eventually('idle.service', { active_state: 'active' });
    systemd.run('systemctl', 'stop', 'idle');
    await vi.waitFor(async () => expect((await named('idle.service'))?.active_state).not.toBe('active'));
    systemd.run('systemctl', 'start', 'idle');
    await eventually('idle.service', { active_state: 'active' });
  });

  it('come from systemctl where there is no bus', async () => {
    const withBus = await named('idle.service');
    systemd.run('systemctl', 'stop', 'dbus.socket', 'dbus');
    open();
    await vi.waitFor(async () => expect(await named('idle.service')).toBeDefined());
    const { cpu_time: _, since, ...unit } = (await named('idle.service')) as Unit;
    expect(withBus).toMatchObject(unit);
    expect(Math.floor(withBus?.since ?? 0)).toBe(since);
    expect(await named('nightly.timer')).toMatchObject({ trigger: 'nightly.service' });
    expect(await named('nightly.service')).toMatchObject({ trigger: 'nightly.timer' });
    expect((await named('nightly.timer'))?.next_run).toBeGreaterThan(Date.now() / 1000);
    expect([...notices.values()]).toEqual([expect.stringMatching(/systemctl is asked every 30 s instead$/)]);
  });
});
