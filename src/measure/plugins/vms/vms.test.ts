/** The plugin with real programs; recorded outputs are in testcases/. */
import { plain } from '../../../core/said.ts';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Host } from '../../../core/host.ts';
import { createHost } from '../../host/local-host.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import { optionsFrom } from '../../../../test/support/step-plugin.ts';
import { createSources } from '../../sampler/sources.ts';
import plugin from './vms.ts';

/** This machine, on which only the programs in `folder` are installed; `own` shortens the limits of the plugin. */
function machineWith(folder: string, own = { timeoutMs: 10_000 }): Host {
  const host = createHost({ env: { PATH: process.env['PATH'] } });
  return {
    ...host,
    open: (path) => host.open(join(folder, path)),
    run: ([program = '', ...rest], limits) =>
      host.run([join(folder, program), ...rest], {
        ...limits,
        timeoutMs: Math.min(own.timeoutMs, limits.timeoutMs),
      }),
  };
}

function install(folder: string, path: string, script: string): void {
  writeFileSync(join(folder, path), `#!${process.execPath}\n${script}`);
  chmodSync(join(folder, path), 0o755);
}

const INFO = {
  errors: [],
  info: { dev: { state: 'Running', image_hash: 'abc', cpu_count: '2', ipv4: ['192.0.2.1'] } },
};
const answering = (info: unknown): string =>
  `console.log(process.argv[2] === 'version' ? '{"multipass":"1.14.1"}' : ${JSON.stringify(JSON.stringify(info))})`;

function started(host: Host, section: Record<string, string> = {}) {
  const notices = new Map<string, string | null>();
  const options = optionsFrom(plugin, section) as never;
  const sources = createSources({ host, optionsOf: () => ({}), notice: () => {}, isWatched: () => true });
  const { read } = plugin.create({
    host,
    options,
    use: (source) => () => sources.read(source),
    instance: sources.instance,
    refresh: 2,
    again: () => {},
    notice: (topic, text) => notices.set(topic, text && plain(text)),
  });
  return { read, notices };
}

describe('a program', () => {
  it('is found when it is installed, answers, hangs, floods and vanishes', async () => {
    const folder = temporaryTree({ 'usr/bin/x': '', 'snap/bin/x': '' });
    const limits = { timeoutMs: 10_000 };
    const { read, notices } = started(machineWith(folder, limits));
    await expect(read()).rejects.toThrow('neither virsh nor multipass');

    install(folder, 'snap/bin/multipass', answering(INFO));
    const dev = { name: 'dev', cpu_count: 2, ipv4: '192.0.2.1', engine_version: '1.14.1' };
    expect(await read()).toMatchObject([dev]);
    expect(notices.get('multipass')).toBeNull();

    install(folder, 'snap/bin/multipass', 'setInterval(() => {}, 1000)');
    limits.timeoutMs = 300;
    expect(await read()).toMatchObject([dev]);
    expect(notices.get('multipass')).toMatch(/multipass did not end within 300 ms/);
    limits.timeoutMs = 10_000;

    install(folder, 'snap/bin/multipass', "for (;;) require('fs').writeSync(1, 'x'.repeat(65536))");
    expect(await read()).toMatchObject([dev]);
    expect(notices.get('multipass')).toMatch(/wrote more than \d+ bytes|did not end/);

    install(
      folder,
      'snap/bin/multipass',
      "console.error('cannot connect to the multipass socket'); process.exit(2)",
    );
    expect(await read()).toMatchObject([dev]);
    expect(notices.get('multipass')).toBe('multipass: cannot connect to the multipass socket');

    rmSync(join(folder, 'snap/bin/multipass'));
    await expect(read()).rejects.toThrow('neither virsh nor multipass');
  });

  it.each([
    '[]',
    '{}',
    '{"info":null}',
    '{"info":[]}',
    '{"info":{"a":null,"b":7,"c":{"memory":3,"load":"x","ipv4":[4]}}}',
  ])('may answer %s', async (text) => {
    const folder = temporaryTree({ 'snap/bin/x': '' });
    install(folder, 'snap/bin/multipass', `console.log('${text}')`);
    const { read } = started(machineWith(folder), { all: 'True' });
    const result = await Promise.resolve(read()).catch((error: Error) => error.message);
    if (typeof result === 'string') expect(result).toMatch(/^multipass: its answer/);
    else
      for (const vm of result)
        expect(vm).toMatchObject({ engine: 'multipass', cpu_count: 1, status: 'unknown' });
  });
});

it('says that programs cannot be run below a root', () => {
  const host = createRecordedHost(temporaryTree(), { isLocal: false });
  expect(() => started(host)).toThrow(/--rootfs: virsh and multipass are programs of the host/);
});

it('tells machines of one name in two engines apart', async () => {
  const folder = temporaryTree({ 'snap/bin/x': '', 'usr/bin/x': '' });
  install(folder, 'snap/bin/multipass', answering(INFO));
  install(
    folder,
    'usr/bin/virsh',
    "console.log('8c43922d-069d-41b5-9b65-ef3461d46653 1 dev\\n\\nDomain: \\'dev\\'\\n  state.state=1')",
  );
  const vms = await started(machineWith(folder)).read();
  expect(vms.map(({ name }) => name)).toEqual(['dev', 'dev@virsh']);
});
