import { expect, it } from 'vitest';
import { legacyPlugins, type Version } from './dialect.ts';
import { legacyLimits } from './limits.ts';
import { plugin, show, CONTAINER, DESCRIBED } from '../../../test/support/legacy-shapes.ts';

it('version 2 shows containers as the list of the engine has them', () => {
  expect(show(2, ['docker', 'containers'], [CONTAINER])).toEqual({
    version: {},
    containers: [
      {
        ...DESCRIBED,
        Names: ['/p'],
        Image: 'r:t',
        Command: '/p --x',
        Created: Date.UTC(2026, 0, 2, 3, 4, 5) / 1000,
      },
    ],
  });
  expect(show(2, ['docker', 'containers'], [{ ...CONTAINER, created: null }])).toMatchObject({
    containers: [{ Created: 0 }],
  });
});

it.each([3, 2] as const)('version %i shows the state of a container, not its health', (version) => {
  const statuses = ['starting', 'healthy', 'unhealthy', 'running', 'exited', 'paused'];
  const items = statuses.map((status) => ({ ...CONTAINER, status }));
  const { containers } = show(version, ['docker', 'containers'], items) as {
    containers: { Status: string }[];
  };
  expect(containers.map(({ Status }) => Status)).toEqual([
    'running',
    'running',
    'running',
    'running',
    'exited',
    'paused',
  ]);
});

it('limits have the older name of their plugin', () => {
  const limits = { history_size: 1200, libversion_disable: ['False'] };
  const [, entry] = legacyPlugins(3, [plugin('libversion')]);
  expect(entry && legacyLimits(entry, limits)).toEqual({
    history_size: 1200,
    psutilversion_disable: ['False'],
  });
});

it('younger plugins are missing', () => {
  const names = [
    'connections',
    'containers',
    'libversion',
    'mpp',
    'npu',
    'programlist',
    'smart',
    'version',
    'vms',
  ];
  const of = (version: Version) => legacyPlugins(version, names.map(plugin)).map(({ name }) => name);
  expect(of(3)).toEqual(['connections', 'containers', 'docker', 'libversion', 'psutilversion', 'smart']);
  expect(of(2)).toEqual(['docker', 'psutilversion']);
});

it('plugins that no older version had are missing', () => {
  for (const version of [3, 2] as const)
    expect(
      legacyPlugins(
        version,
        ['cgroups', 'containerstates', 'diskload', 'inodes', 'packets', 'paging', 'pressure', 'tcp'].map(
          plugin,
        ),
      ),
    ).toEqual([]);
});

it('limits have their older names', () => {
  const [containers, docker] = legacyPlugins(3, [plugin('containers')]);
  const [quicklook] = legacyPlugins(3, [plugin('quicklook')]);
  const limits = { history_size: 5, containers_all: ['False'], containers_disable: ['False'] };
  expect(containers && legacyLimits(containers, limits)).toEqual(limits);
  expect(docker && legacyLimits(docker, limits)).toEqual({
    history_size: 5,
    docker_all: ['False'],
    docker_disable: ['False'],
  });
  const bars = { quicklook_list: ['cpu'], quicklook_bar_char: ['|'], quicklook_cpu_careful: 50 };
  expect(quicklook && legacyLimits(quicklook, bars)).toEqual({
    quicklook_percentage_char: ['|'],
    quicklook_cpu_careful: 50,
  });
});
