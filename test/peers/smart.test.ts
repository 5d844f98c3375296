/** The program smartctl: the real one, where it is there, and one that behaves badly. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createHost } from '../../src/measure/host/local-host.ts';
import { createCollector } from '../../src/measure/plugins/smart/collector.ts';
import { parseDisk, parseScan } from '../../src/measure/plugins/smart/smartctl.ts';
import { lacking, scratchFolder } from '../support/live-tools.ts';

const LIMITS = { timeoutMs: 20_000, maxBytes: 1024 * 1024 };
const folder = scratchFolder();
afterAll(() => folder.remove());

describe.skipIf(lacking('smartctl', { programs: ['smartctl'] }) !== null)('the real smartctl', () => {
  const host = createHost();

  it('scans', async () => {
    const scan = parseScan(await host.run(['smartctl', '--scan-open', '-j'], LIMITS));
    expect(scan).toEqual({ devices: expect.any(Array) as unknown, denied: expect.any(Array) as unknown });
  });

  it('says in JSON that something is no disk', async () => {
    const answer = parseDisk(
      await host.run(['smartctl', '-j', '--all', '-n', 'standby', '/dev/null'], LIMITS),
    );
    expect(answer).toEqual({ kind: 'failed', problem: '/dev/null: Unable to detect device type' });
  });

  it('answers for every disk it finds', async () => {
    const collected = await createCollector(host)();
    expect(collected).toMatchObject({ disks: expect.any(Array) as unknown });
  });
});

const DISK = JSON.stringify({ model_name: 'Fake', user_capacity: { bytes: 1 } });
const SLEEPS = JSON.stringify({ smartctl: { messages: [{ string: 'Device is in STANDBY mode, exit(2)' }] } });

/** A program of that name with a scripted scan and disk. */
function fakeSmartctl(name: string, disk: string) {
  const path = join(folder.path, name);
  const scan = JSON.stringify({ devices: [{ name: '/dev/fake0', type: 'sat' }] });
  writeFileSync(path, `#!/bin/sh\ncase "$1" in --scan-open) echo '${scan}';; *) ${disk};; esac\n`);
  chmodSync(path, 0o755);
  const host = createHost();
  return createCollector({
    ...host,
    run: ([, ...argv], limits) => host.run([path, ...argv], { ...limits, timeoutMs: 1000 }),
  });
}

describe('a smartctl that behaves badly', () => {
  it.each([
    ['exits with bits set', `echo '${DISK}'; exit 216`, ['Fake'], []],
    ['finds the disk asleep', `echo '${SLEEPS}'; exit 2`, [], ['is in standby']],
    ['prints rubbish', 'head -c 3000 /dev/urandom', [], ['JSON']],
    ['prints half of it', `echo '${DISK.slice(0, 20)}'`, [], ['JSON']],
    ['crashes', 'kill -SEGV $$', [], ['killed by SIGSEGV']],
    ['hangs', 'sleep 300', [], ['did not end within']],
    ['never stops printing', 'yes', [], ['wrote more than|did not end within']],
  ])('%s', async (what, script, models, problems) => {
    const collected = await fakeSmartctl(what.replaceAll(' ', '-'), script)();
    if (typeof collected === 'string') throw new Error(collected);
    expect(collected.disks.map(({ disk }) => disk.model)).toEqual(models);
    expect(collected.problems).toEqual(problems.map((text) => expect.stringMatching(text) as string));
  });

  it('is not there', async () => {
    const host = createHost({ env: { PATH: folder.path } });
    const collect = createCollector({
      ...host,
      run: ([, ...argv], limits) => host.run(['no-smartctl', ...argv], limits),
    });
    expect(await collect()).toMatch(/no-smartctl is not installed.*install the package smartmontools/);
  });
});
