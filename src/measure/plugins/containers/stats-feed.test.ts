import { expect, it } from 'vitest';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import type { HttpService } from '../../../core/host.ts';
import type { Spoken } from './engine-version.ts';
import { podman } from './podman-dialect.ts';
import { createStatsFeed } from './stats-feed.ts';

const frame = (cpu: number) =>
  JSON.stringify({ Error: null, Stats: [{ ContainerID: 'a', CPU: cpu, MemUsage: 1, MemLimit: 2 }] });

it.each(['{"Error":{"message":"cgroup missing"},"Stats":null}', 'no JSON'])(
  'keeps the last frame through %s',
  async (odd) => {
    const clock = createFakeClock();
    let send: (line: string) => void = () => {};
    const follow: HttpService['follow'] = (_, { onLine }) => {
      send = onLine;
      return () => {};
    };
    const feed = createStatsFeed({ follow } as HttpService, { dialect: podman, prefix: '' } as Spoken, clock);
    expect(feed.read('a', 4)).toBe(null);
    send(frame(12.5));
    const before = feed.read('a', 4);
    expect(before).toMatchObject({ cpu: { percent: 12.5 }, cpuLimit: 4 });
    await clock.advance(2000);
    send(odd);
    expect(feed.read('a', 4)).toEqual(before);
    send(frame(20));
    expect(feed.read('a', 4)).toMatchObject({ cpu: { percent: 20 } });
  },
);
