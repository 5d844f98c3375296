/** Alert kinds with real causes: errors of ext4 on a loop device, a process that exhausts its control group. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import type { FailureRule } from '../../src/core/failure-rule.ts';
import type { Host } from '../../src/core/host.ts';
import { fsReadonly } from '../../src/alerts/failure-rules/fs-readonly.ts';
import { oomKill } from '../../src/alerts/failure-rules/oom-kill.ts';
import { lineOf, parseLine } from '../../src/history/events/entry.ts';
import { createHost } from '../../src/measure/host/local-host.ts';
import { mountsProbe } from '../../src/measure/probes/index.ts';
import { oomKillsProbe } from '../../src/measure/probes/oom-kills.ts';
import type { AlertProbe } from '../../src/measure/probes/probe.ts';
import { createKindRig } from '../support/kind-rig.ts';
import { isInThisRun } from '../support/full-run.ts';
import { serveLive } from '../support/live-agent.ts';
import { configFile, lacking, output, scratchFolder } from '../support/live-tools.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

/** A kind with its probe. */
function probed(kind: FailureRule, probe: AlertProbe, run?: Host['run']) {
  const rig = createKindRig(kind);
  const read = probe.create({ ...createHost({ root: undefined }), ...(run && { run }) });
  return { ...rig, look: async () => rig.feed({ [probe.feed.name]: await read() }) };
}

const noLoop = lacking('errors of a real ext4', { root: true, programs: ['mkfs.ext4', 'losetup', 'mount'] });

it.skipIf(noLoop !== null)('FS_READONLY: ext4 with errors=remount-ro', async () => {
  const folder = temporaryTree();
  const [image, mountPoint] = [join(folder, 'image'), join(folder, 'mounted')];
  mkdirSync(mountPoint);
  writeFileSync(image, '');
  truncateSync(image, 16 * 1024 * 1024);
  output('mkfs.ext4', '-q', '-F', image);
  const device = output('losetup', '--find', '--show', image).trim();
  onTestFinished(() => void output('losetup', '--detach', device));
  output('mount', '-o', 'errors=remount-ro', device, mountPoint);
  onTestFinished(() => void output('umount', mountPoint));

  const { look, changes, ongoing } = probed(fsReadonly, mountsProbe);
  const ours = () => ongoing().filter(({ identity }) => identity === mountPoint);
  await look();
  // An administrator may do that.
  output('mount', '-o', 'remount,ro', mountPoint);
  await look();
  output('mount', '-o', 'remount,rw', mountPoint);
  await look();
  expect(changes.filter(({ identity }) => identity === mountPoint)).toEqual([]);
  writeFileSync(`/sys/fs/ext4/${device.slice('/dev/'.length)}/trigger_fs_error`, 'Gander tests this\n');
  await look();
  expect(ours()).toMatchObject([
    {
      event: { state: 'CRITICAL' },
      finding: { sentence: `${mountPoint} became read-only, with 1 error on ${device}.` },
    },
  ]);
});

const MEMORY_GROUPS = ['/sys/fs/cgroup/memory/memory.limit_in_bytes', '/sys/fs/cgroup/memory.max'];
const LIMIT = 20 * 1024 * 1024;
const noLimit =
  lacking('a real OOM kill', { root: true, programs: ['dmesg', 'sh'] }) ??
  (existsSync('/sys/fs/cgroup/memory') || existsSync('/sys/fs/cgroup/cgroup.controllers')
    ? null
    : MEMORY_GROUPS.join(' or '));

it.skipIf(noLimit !== null)('OOM_KILL: a process beyond the limit of its control group', async () => {
  const isOld = existsSync('/sys/fs/cgroup/memory');
  const group = `/sys/fs/cgroup/${isOld ? 'memory/' : ''}gander-oom-${process.pid}`;
  mkdirSync(group);
  onTestFinished(() => rmdirSync(group));
  writeFileSync(`${group}/${isOld ? 'memory.limit_in_bytes' : 'memory.max'}`, String(LIMIT));
  const { look, changes } = probed(oomKill, oomKillsProbe);
  // As an agent that may not read the kernel log.
  const refusal = 'dmesg: read kernel buffer failed: Operation not permitted';
  const refused = { code: 1, stdout: '', stderr: refusal, failure: null };
  const unprivileged = probed(oomKill, oomKillsProbe, async () => refused);
  await look();
  await unprivileged.look();
  // A name that no other test has.
  const name = `oom-${process.pid}`;
  const hog = join(temporaryTree(), name);
  output('cp', '/bin/sh', hog);
  const { signal } = spawnSync(
    hog,
    ['-c', `echo $$ > ${group}/cgroup.procs; text=x; while :; do text=$text$text; done`],
    { stdio: 'ignore' },
  );
  expect(signal).toBe('SIGKILL');
  await look();
  const ours = changes.find(({ identity }) => identity === name);
  expect(ours).toMatchObject({
    kind: 'begin',
    event: { type: `OOM_KILL_${name.toUpperCase()}`, state: 'CRITICAL' },
    finding: {
      sentence: expect.stringMatching(
        new RegExp(`^${name} \\([\\d.]+ MiB\\) was killed because the memory limit of .*gander-oom`),
      ) as string,
    },
  });
  expect(ours?.event.end).toBe(ours?.event.begin);
  await unprivileged.look();
  const groups = unprivileged.changes.map(({ finding }) => finding?.details['cgroup']);
  expect(groups).toContain(group.slice(group.lastIndexOf('/')));
});

const scratch = scratchFolder();
afterAll(scratch.remove);

/** The journal of an agent, as if its last run had been in another boot. */
function moveToAnotherBoot(state: string): void {
  const folder = join(state, 'archive/events');
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.jsonl'))) {
    const path = join(folder, name);
    const entries = readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => parseLine(line) ?? []);
    writeFileSync(path, entries.map((entry) => lineOf({ ...entry, boot: 'another' })).join(''));
  }
}

it.runIf(isInThisRun('REBOOT of a served agent'))('REBOOT: once, after a run that did not stop', async () => {
  const state = join(scratch.path, 'state');
  const config = configFile(scratch.path, { notify: { group_wait: '0' } });
  const start = async () => {
    const agent = await serveLive({ argv: ['-C', config], env: { STATE_DIRECTORY: state } });
    onTestFinished(async () => void (await agent.stop('SIGKILL')));
    return agent;
  };
  const reboots = async (agent: Awaited<ReturnType<typeof start>>) => {
    const { body } = await agent.request('/api/events');
    const { events } = JSON.parse(body.toString()) as { events: { kind: string; end: number }[] };
    return events.filter(({ kind }) => kind === 'REBOOT');
  };
  const first = await start();
  expect(await reboots(first)).toEqual([]);
  await first.stop('SIGKILL');
  moveToAnotherBoot(state);
  const second = await start();
  await vi.waitFor(async () => expect(await reboots(second)).toHaveLength(1));
  expect((await reboots(second))[0]?.end).toBeGreaterThan(0);
  await second.stop('SIGKILL');
  // The same boot: it is listed, and not repeated.
  const third = await start();
  await vi.waitFor(async () => expect((await third.request('/api/4/cpu')).status).toBe(200));
  expect(await reboots(third)).toHaveLength(1);
});
