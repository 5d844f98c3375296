import { verbatim } from '../../core/said.ts';
import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { Logs, type WantedLogs } from './log-lines.ts';
import type { EnginesReading } from '../../measure/plugins/containers/engines.ts';
import { SectionReader, WatchedHost } from '../../core/base-services.ts';
import { openParts } from '../../core/parts/open.ts';
import { give } from '../../core/parts/service.ts';
import { Sampling } from '../../measure/sampler/sampling.ts';
import { logsPart, openLogs } from './logs-part.ts';

const WANTED: WantedLogs = {
  from: 0,
  to: 1000,
  journal: 'none',
  containers: ['web'],
  priority: 'warning',
  output: null,
  isGrouped: true,
  text: '',
  signal: new AbortController().signal,
};

function rig(names: readonly string[], reading: Partial<EnginesReading> = {}) {
  const touched: (readonly string[])[] = [];
  const latest = {
    containers: [],
    remembered: [],
    isPending: false,
    problem: null,
    absence: null,
    isAbsent: false,
    ...reading,
  };
  const sampling = {
    plugins: names.map((name) => ({ name })),
    sampler: {
      touch: (plugins: readonly string[]) => void touched.push(plugins),
      instance: () => ({ latest: () => latest }),
    },
  } as never;
  const host = createRecordedHost(temporaryTree({}), { clock: createFakeClock() });
  return { touched, setup: { host, sampling } };
}

it('wakes the plugin that reads containers, and finds them by name', async () => {
  const container = {
    engine: 'docker',
    readLog: async () => ({ lines: [{ time: 5, text: 'a\u001Bb token=c' }], reason: null }),
  };
  const named = { container, name: 'web', alias: null } as never;
  const { setup, touched } = rig(['cpu', 'containers'], { containers: [named] });
  const logs = openLogs(setup);
  expect(await logs.read(WANTED)).toMatchObject({
    lines: [{ time: 5, origin: 'container', name: 'web', text: 'a␛b token=********' }],
    sources: [{ name: 'web', state: 'read' }],
  });
  expect(touched).toEqual([['containers']]);
});

it.each<[string, readonly string[], Partial<EnginesReading>, object]>([
  [
    'an engine that is not there',
    ['containers'],
    { absence: verbatim('no container engine found: looked for x'), isAbsent: true },
    { state: 'absent' },
  ],
  [
    'a socket without permission',
    ['containerstates'],
    { absence: verbatim('no permission: add the user') },
    { state: 'unreadable' },
  ],
  [
    'one of several engines that is silent',
    ['containers'],
    { problem: verbatim('podman is silent') },
    { state: 'unreadable', reason: 'podman is silent' },
  ],
  [
    'a name that is not in the list',
    ['containers'],
    {},
    { state: 'absent', reason: 'no container in the list has the name web' },
  ],
  [
    'an engine without logs',
    ['containers'],
    { remembered: [{ container: { engine: 'lxd' }, name: 'web', alias: null } as never] },
    { state: 'absent', reason: 'lxd gives out no log' },
  ],
  ['no plugin', ['cpu'], {}, { state: 'absent' }],
])('says why there are no lines: %s', async (_, names, reading, expected) => {
  const logs = openLogs(rig(names, reading).setup);
  expect((await logs.read(WANTED)).sources).toMatchObject([expected]);
});

it('is off where it is disabled', async () => {
  const { host, sampling } = rig([]).setup;
  const { lackOf } = await openParts([logsPart], {
    given: [
      give(SectionReader, { of: () => ({ enable: false }) as never }),
      give(WatchedHost, host),
      give(Sampling, sampling),
    ],
  });
  expect(lackOf(Logs)).toEqual({ reason: 'enable=False in [logs]' });
});
