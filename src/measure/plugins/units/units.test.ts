/** Sessions with a scripted systemd; test/live/units.full.test.ts has a real one. */
import { plain } from '../../../core/said.ts';
import { describe, expect, it } from 'vitest';
import { createRecordedHost, type RecordedHost } from '../../../../test/support/fake-host.ts';
import type { MessageBus } from '../../../core/host.ts';
import { ServiceError } from '../../../core/service-error.ts';
import { Unsupported } from '../../../core/plugin.ts';
import type { Reading } from '../../../core/fields.ts';
import type { fields } from './fields.ts';
import units from './units.ts';
import {
  createFakeSystemd,
  pathOf,
  running,
  START,
  type Unit,
} from '../../../../test/support/fake-systemd.ts';

type Item = Reading<typeof fields>;
const BOOTED = new Map([['run/systemd/system/empty', '']]);

function createReader(all: Record<string, Unit>, over: Partial<RecordedHost> = {}) {
  const systemd = createFakeSystemd(all);
  const host = createRecordedHost(BOOTED, { systemBus: () => systemd.bus, ...over });
  const notices = new Map<string, string | null>();
  const asked: number[] = [];
  const reader = units.create({
    host,
    options: { show: [], hide: [/boring\..*/] },
    refresh: 2,
    again: (ms) => void asked.push(ms),
    notice: (topic, text) => void notices.set(topic, text && plain(text)),
    use: () => () => expect.unreachable(),
    instance: () => expect.unreachable(),
  });
  const read = async (): Promise<Item[]> => reader.read();
  const states = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await read()).map(({ name, active_state: state }) => [name, state]));
  return { systemd, host, notices, asked, read, states };
}

describe('units', () => {
  it('are services and timers that have run, and all that have failed', async () => {
    const { states } = createReader({
      'web.service': running,
      'never.service': { ...running, ActiveState: 'inactive', StateChangeTimestamp: 0 },
      'gone.service': { ...running, LoadState: 'not-found', ActiveState: 'inactive' },
      'boring.service': running,
      'night.timer': running,
      'data.mount': { ...running, ActiveState: 'failed' },
      'tmp.mount': running,
    });
    expect(await states()).toEqual({
      'data.mount': 'failed',
      'night.timer': 'active',
      'web.service': 'active',
    });
  });

  it('say that a pattern leaves out all', async () => {
    const { states, notices } = createReader({ 'boring.service': running });
    expect(await states()).toEqual({});
    expect(notices.get('hidden')).toBe('hide leaves out all 1 units');
  });

  it('state exit codes, signals, triggers and times', async () => {
    const { read, host } = createReader({
      'a.service': { ...running, ExecMainCode: 1, ExecMainStatus: 3, TriggeredBy: ['a.timer', 'a.path'] },
      'b.service': {
        ...running,
        ExecMainCode: 2,
        ExecMainStatus: 9,
        MainPID: 0,
        Description: 'x\u001b[2J\ny',
      },
      'c.timer': {
        ...running,
        Triggers: ['a.service'],
        LastTriggerUSec: 0,
        NextElapseUSecRealtime: 2 ** 64,
        NextElapseUSecMonotonic: 90e6,
      },
    });
    host.clock.skip(30_000);
    const [a, b, c] = await read();
    expect(a).toMatchObject({ since: START / 1e6 - 5, main_pid: 7, exit_code: 3, exit_signal: null });
    expect(a?.trigger).toBe('a.timer a.path');
    expect(b).toMatchObject({
      main_pid: null,
      exit_code: null,
      exit_signal: 'SIGKILL',
      description: 'x [2J y',
    });
    expect(c).toMatchObject({ trigger: 'a.service', last_run: null, next_run: START / 1e6 + 90 });
  });

  it('follow what signals say, without another question', async () => {
    const { systemd, states, read, asked } = createReader({
      'web.service': { ...running, ControlGroup: '/a' },
    });
    await states();
    const before = systemd.calls.length;
    systemd.change('web.service', 'Service', { MainPID: 0, Result: 'exit-code', NRestarts: 5 });
    systemd.change('web.service', 'Unit', { ActiveState: 'failed', SubState: 'failed' });
    expect(await read()).toEqual([
      expect.objectContaining({ active_state: 'failed', result: 'exit-code', restarts: 5, main_pid: null }),
    ]);
    expect(systemd.calls).toHaveLength(before);
    expect(asked).not.toEqual([]);
  });

  it('ask for another reading at the refresh, however much happens', async () => {
    const { systemd, states, asked } = createReader({ 'web.service': running });
    await states();
    for (let restarts = 1; restarts < 100; restarts += 1)
      systemd.change('web.service', 'Service', { NRestarts: restarts });
    expect(new Set(asked)).toEqual(new Set([2000]));
  });

  it('come, go, and are looked for among others when they fail', async () => {
    const { systemd, host, states } = createReader({ 'web.service': running });
    await states();
    systemd.change('job.service', 'Unit', { ActiveState: 'activating' });
    systemd.change('data.mount', 'Unit', { ActiveState: 'failed' });
    systemd.change('sda.device', 'Unit', { ActiveState: 'active' });
    systemd.manager('UnitRemoved', 'web.service', pathOf('web.service'));
    await host.clock.advance(100);
    expect(await states()).toEqual({ 'data.mount': 'failed', 'job.service': 'activating' });
    systemd.change('data.mount', 'Unit', { ActiveState: 'inactive' });
    expect(await states()).toEqual({ 'job.service': 'activating' });
  });

  it('have been stopped where a job ends well and the unit does not', async () => {
    const { systemd, read } = createReader({ 'web.service': { ...running, ControlGroup: '/a' } });
    await read();
    systemd.change('web.service', 'Unit', { ActiveState: 'failed' });
    systemd.manager('JobRemoved', 1, '/job/1', 'web.service', 'failed');
    expect((await read())[0]).not.toHaveProperty('stopped');
    systemd.manager('JobRemoved', 2, '/job/2', 'web.service', 'done');
    expect(await read()).toMatchObject([{ active_state: 'failed', stopped: true }]);
    systemd.ownerChanged();
    expect(await read()).toMatchObject([{ active_state: 'failed', stopped: true }]);
    systemd.change('web.service', 'Unit', { ActiveState: 'active' });
    systemd.change('web.service', 'Unit', { ActiveState: 'failed' });
    expect((await read())[0]).not.toHaveProperty('stopped');
  });

  it('are listed anew when unit files have been read again', async () => {
    const all: Record<string, Unit> = { 'a.service': running, 'b.service': running };
    const { systemd, host, read } = createReader(all);
    await read();
    delete all['a.service'];
    Object.assign(all['b.service'] ?? {}, { Description: 'Another' });
    systemd.manager('Reloading', true);
    systemd.manager('Reloading', false);
    await host.clock.advance(100);
    expect((await read()).map(({ description }) => description)).toEqual(['Another']);
  });

  it('beyond the most are counted', async () => {
    const all = Object.fromEntries(Array.from({ length: 4003 }, (_, at) => [`u${at}.service`, running]));
    const { read, notices } = createReader(all);
    expect(await read()).toHaveLength(4000);
    expect(notices.get('units')).toBe('3 more units are not followed');
  });
});

describe('a conversation', () => {
  it('begins anew at once when systemd has left the bus', async () => {
    const { systemd, states } = createReader({ 'web.service': running });
    await states();
    systemd.ownerChanged();
    expect(await states()).toEqual({ 'web.service': 'active' });
    expect(systemd.connections()).toBe(2);
  });

  it('that cannot begin is tried again later, with a reason', async () => {
    let isUp = false;
    const systemd = createFakeSystemd({ 'web.service': running });
    let attempts = 0;
    let closed = 0;
    const bus: MessageBus = {
      connect(handlers) {
        attempts += 1;
        if (isUp) return systemd.bus.connect(handlers);
        return {
          call: () => Promise.reject(new ServiceError('the bus has left')),
          close: () => (closed += 1),
        };
      },
    };
    const { host, states } = createReader({}, { systemBus: () => bus });
    for (let read = 0; read < 5; read += 1) await expect(states()).rejects.toThrow('the bus has left');
    expect([attempts, closed]).toEqual([2, 2]);
    isUp = true;
    await host.clock.advance(1000);
    expect(await states()).toEqual({ 'web.service': 'active' });
  });

  it('without an answer is waited for, and no reading hangs', async () => {
    const bus: MessageBus = {
      connect: () => ({ call: () => new Promise(() => {}), close: () => {} }),
    };
    const { host, states } = createReader({}, { systemBus: () => bus });
    const reading = expect(states()).rejects.toThrow('systemd has not answered for 5 s');
    await host.clock.advance(5000);
    await reading;
  });

  it('is none where systemd is not the first process', async () => {
    const reader = createReader({});
    reader.host.useTree(new Map());
    await expect(reader.read()).rejects.toThrow(Unsupported);
    await expect(reader.read()).rejects.toThrow(/there is no \/run\/systemd\/system/);
    expect(reader.systemd.connections()).toBe(0);
  });
});

it('is read by systemctl only where the bus cannot be reached', async () => {
  const failing = (code: string): MessageBus => ({
    connect: () => ({
      call: () => Promise.reject(new ServiceError('the bus: no', { code })),
      close: () => {},
    }),
  });
  const run: RecordedHost['run'] = async (argv) => ({
    code: 0,
    failure: null,
    stderr: '',
    stdout:
      argv[1] === 'show'
        ? 'Id=a.service\nLoadState=loaded\nActiveState=failed\nStateChangeTimestamp=@5\n'
        : '[]',
  });
  const refused = createReader({}, { systemBus: () => failing('EACCES'), run });
  expect(await refused.states()).toEqual({ 'a.service': 'failed' });
  expect(refused.notices.get('bus')).toBe('the bus: no; systemctl is asked every 30 s instead');
  await expect(createReader({}, { systemBus: () => failing('ETIMEDOUT'), run }).read()).rejects.toThrow(
    'the bus: no',
  );
});
