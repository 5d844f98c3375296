import { expect, it } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import type { OomKills } from '../../core/alert-feeds.ts';
import { oomKillsProbe } from './oom-kills.ts';

type Files = Readonly<Record<string, string>>;

const KILL =
  '[1.0] oom-kill:constraint=CONSTRAINT_MEMCG,oom_memcg=/a,task_memcg=/a/b,task=hog,pid=7,uid=0\n' +
  '[1.0] Memory cgroup out of memory: Killed process 7 (hog) total-vm:9kB, anon-rss:4kB, file-rss:0kB';
const REFUSED = { code: 1, stdout: '', stderr: 'dmesg: read kernel buffer failed: Operation not permitted' };

const v2 = (kills: Readonly<Record<string, number>>): Files =>
  Object.fromEntries(
    Object.entries(kills).flatMap(([group, count]) => [
      [`sys/fs/cgroup${group}/memory.events`, `low 0\noom 9\noom_kill ${count}\noom_group_kill 0\n`],
      [`sys/fs/cgroup${group}/cgroup.procs`, '1\n'],
    ]),
  );
const v1 = (kills: Readonly<Record<string, number>>): Files =>
  Object.fromEntries(
    Object.entries(kills).map(([group, count]) => [
      `sys/fs/cgroup/memory${group}/memory.oom_control`,
      `oom_kill_disable 0\nunder_oom 0\noom_kill ${count}\n`,
    ]),
  );

/** The kills found at the last step. */
async function look(steps: readonly (readonly [total: number, groups: Files])[], dmesg: object) {
  const trees = steps.map(
    ([total, groups]) =>
      new Map(Object.entries({ 'proc/vmstat': `nr_free_pages 1\noom_kill ${total}\n`, ...groups })),
  );
  const host = createRecordedHost(trees[0] ?? new Map(), {
    run: async () => ({ code: 0, stdout: '', stderr: '', failure: null, ...dmesg }),
  });
  const read = oomKillsProbe.create(host);
  let last: unknown = null;
  for (const tree of trees) {
    host.useTree(tree);
    last = await read();
  }
  return last as OomKills;
}

it('finds nothing at first, whatever has been killed before', async () => {
  expect(await look([[7, v2({ '/a': 7 })]], REFUSED)).toMatchObject({ count: 0, groups: [] });
});

it('needs no groups where the kernel log names all', async () => {
  expect(
    await look(
      [
        [0, v2({ '/a': 0, '/a/b': 0 })],
        [1, v2({ '/a': 1, '/a/b': 1 })],
      ],
      { stdout: KILL },
    ),
  ).toMatchObject({ count: 1, victims: [{ name: 'hog', limited: '/a' }], groups: [], unnamed: null });
});

it.each([
  [
    'the deepest groups of cgroup-v2',
    v2({ '/a': 3, '/a/b': 3 }),
    v2({ '/a': 6, '/a/b': 4, '/a/new': 1 }),
    [
      // One in a removed group.
      { cgroup: '/a', count: 1 },
      { cgroup: '/a/b', count: 1 },
      { cgroup: '/a/new', count: 1 },
    ],
  ],
  [
    'groups of cgroup-v1, which count their own',
    v1({ '': 0, '/a': 3, '/a/b': 3 }),
    v1({ '': 0, '/a': 5, '/a/b': 4 }),
    [
      { cgroup: '/a', count: 2 },
      { cgroup: '/a/b', count: 1 },
    ],
  ],
  [
    'a group that was made anew',
    v2({ '/a': 3, '/a/b': 3 }),
    v2({ '/a': 5, '/a/b': 2 }),
    [{ cgroup: '/a/b', count: 2 }],
  ],
  ['the root of a name space', v2({ '': 0 }), v2({ '': 3 }), [{ cgroup: '/', count: 3 }]],
  ['no groups', {}, {}, []],
])('without the kernel log: %s', async (_, before, after, groups) => {
  expect(
    await look(
      [
        [3, before],
        [6, after],
      ],
      REFUSED,
    ),
  ).toEqual({ count: 3, victims: [], groups, unnamed: 'no permission to read the kernel log' });
});

it('names groups only of those that the log does not name', async () => {
  const kills = await look(
    [
      [0, v2({ '/a/b': 0, '/a': 0 })],
      [2, v2({ '/a/b': 2, '/a': 2 })],
    ],
    { stdout: KILL },
  );
  expect(kills).toMatchObject({
    victims: [{ cgroup: '/a/b' }],
    groups: [{ cgroup: '/a/b', count: 1 }],
    unnamed: 'the kernel log has no entry',
  });
});

it('takes the same kills from count and log when one comes in between', async () => {
  const vmstat = (total: number) => new Map([['proc/vmstat', `oom_kill ${total}\n`]]);
  const killed = (name: string) =>
    `[1.0] Memory cgroup out of memory: Killed process 7 (${name}) total-vm:9kB\n`;
  let stdout = killed('old');
  const host = createRecordedHost(vmstat(1), {
    run: async () => {
      // The second is killed after the count was read, and before the log is.
      if (!stdout.includes('second')) {
        stdout += killed('second');
        host.useTree(vmstat(3));
      }
      return { code: 0, stdout, stderr: '', failure: null };
    },
  });
  const read = oomKillsProbe.create(host);
  await read();
  stdout += killed('first');
  host.useTree(vmstat(2));
  expect(await read()).toMatchObject({ count: 2, victims: [{ name: 'first' }, { name: 'second' }] });
  expect(await read()).toMatchObject({ count: 0 });
});

it.each([
  [{ code: null, failure: 'dmesg is not installed' }, 'cannot read the kernel log: dmesg is not installed'],
  [{ code: 3 }, 'cannot read the kernel log: dmesg exited with code 3'],
])('says why names are unknown: %#', async (dmesg, unnamed) => {
  expect(
    await look(
      [
        [0, {}],
        [1, {}],
      ] as const,
      dmesg,
    ),
  ).toMatchObject({ unnamed });
});

it.each([
  ['of the host', v2({ '': 0 }), v2({ '': 0 }), { count: 0, groups: [], unnamed: null }],
  [
    'of the guest',
    v2({ '': 0 }),
    v2({ '': 2 }),
    { count: 2, victims: [], groups: [{ cgroup: '/', count: 2 }] },
  ],
])('counts in an LXC guest only its own kills: %s', async (_, before, after, kills) => {
  const guest = { 'run/systemd/container': 'lxc\n' };
  const steps = [
    [3, { ...guest, ...before }],
    [9, { ...guest, ...after }],
  ] as const;
  expect(await look(steps, { stdout: KILL })).toMatchObject(kills);
});
