import { expect, it } from 'vitest';
import { parseOomLog } from './oom-log.ts';

const LOG = `
[ 6381.1] oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=/,mems_allowed=0,oom_memcg=/small,task_memcg=/small/job,task=python3,pid=4123,uid=0
[ 6381.2] Memory cgroup out of memory: Killed process 4123 (python3) total-vm:65536kB, anon-rss:20000kB, file-rss:480kB, shmem-rss:0kB, UID:0 pgtables:96kB oom_score_adj:0
[ 7001.0] oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),cpuset=/,mems_allowed=0,global_oom,task_memcg=/user.slice,task=my prog,pid=77,uid=1000
[ 7001.1] Out of memory: Killed process 77 (my (prog) x) total-vm:9kB, anon-rss:1024kB, file-rss:0kB, shmem-rss:0kB, UID:1000
[ 7001.2] oom_reaper: reaped process 77 (my prog), now anon-rss:0kB, file-rss:0kB, shmem-rss:0kB
`;

it('reads who was killed, and why', () => {
  expect(parseOomLog(LOG)).toEqual([
    { pid: 4123, name: 'python3', bytes: 20_480 * 1024, limited: '/small', cgroup: '/small/job' },
    { pid: 77, name: 'my (prog) x', bytes: 1_048_576, limited: null, cgroup: '/user.slice' },
  ]);
});

it.each(['', 'Killed process', 'Out of memory: Killed process x (a) y'])('finds none in %j', (text) => {
  expect(parseOomLog(text)).toEqual([]);
});
