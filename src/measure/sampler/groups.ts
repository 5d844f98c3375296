/** Plugins that are read together. */
import { canRest } from '../../core/resting.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Settings } from '../../core/settings.ts';
import type { Runner } from './runner.ts';
import type { PluginGroup } from './schedule.ts';

/** Plugins paced by another one join its group if that one is enabled. */
export function groupRunners(
  runners: readonly Runner[],
  { refreshOf, idleRefreshOf }: Pick<Settings, 'refreshOf' | 'idleRefreshOf'>,
): PluginGroup[] {
  const enabled = new Map(runners.map(({ plugin }) => [plugin.name, plugin]));
  const leaderOf = (plugin: Plugin): string => {
    const pacer = enabled.get(plugin.pacedBy ?? '');
    return pacer ? leaderOf(pacer) : plugin.name;
  };
  const leaders = runners.filter((runner) => leaderOf(runner.plugin) === runner.plugin.name);
  return leaders.map((leader) => {
    const members = runners.filter((runner) => leaderOf(runner.plugin) === leader.plugin.name);
    const heavy = leader.plugin.weight === 'heavy';
    const rests = heavy || members.every(({ plugin }) => canRest(plugin));
    return {
      runners: members,
      refreshMs: refreshOf(leader.plugin) * 1000,
      idleMs: idleRefreshOf(leader.plugin) * 1000,
      heavy,
      rests,
      waits: rests && members.every(({ plugin }) => plugin.weight !== 'heavy'),
      dueAt: Number.POSITIVE_INFINITY,
      againAt: Number.POSITIVE_INFINITY,
      wantedAt: Number.NEGATIVE_INFINITY,
      holds: 0,
      glances: 0,
      observers: 0,
      reading: null,
    };
  });
}
