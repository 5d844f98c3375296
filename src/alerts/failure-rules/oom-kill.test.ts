import { expect, it } from 'vitest';
import type { OomKills } from '../../core/alert-feeds.ts';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { oomKill } from './oom-kill.ts';

const killed = (kills: Partial<OomKills>) => ({
  'oom-kills': { count: 0, victims: [], groups: [], unnamed: null, ...kills },
});
const none = killed({});
const python = { pid: 9, name: 'python3', bytes: 20 * 1024 ** 2, limited: '/small', cgroup: '/small/job' };

testKind(oomKill, {
  fine: none,
  raise: [killed({ count: 1, victims: [python] })],
  is: [
    'OOM_KILL_PYTHON3',
    'CRITICAL',
    'python3 (20 MiB) was killed because the memory limit of /small was used up.',
  ],
  clear: [none],
  afterRestart: [none],
  isChange: true,
});

it('names the control groups of those that the kernel log does not name, and says why', async () => {
  const rig = createKindRig(oomKill);
  const id = 'f00d'.repeat(16);
  await rig.feed(
    killed({
      count: 5,
      victims: [{ ...python, limited: null }],
      groups: [
        { cgroup: '/system.slice/nginx.service', count: 2 },
        { cgroup: `/system.slice/docker-${id}.scope`, count: 1 },
      ],
      unnamed: 'no permission to read the kernel log',
    }),
  );
  const why = 'because memory ran out. Name unknown: no permission to read the kernel log.';
  expect(rig.changes.map(({ event, finding }) => [event.type, finding?.sentence])).toEqual([
    ['OOM_KILL_PYTHON3', 'python3 (20 MiB) was killed because the memory of the machine was used up.'],
    ['OOM_KILL_NGINX.SERVICE', `nginx.service: 2 processes were killed ${why}`],
    ['OOM_KILL_DOCKER-F00DF00DF00D.SCOPE', `docker-f00df00df00d.scope: 1 process was killed ${why}`],
    ['OOM_KILL', `1 process was killed ${why}`],
  ]);
  expect(rig.changes.at(-1)?.finding?.details).toMatchObject({
    remedy: expect.stringContaining('CAP_SYSLOG') as string,
  });
});
