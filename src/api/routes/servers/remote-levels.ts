/** `/api/levels` of servers that do not have it, from what all servers of the field say. */
import type { Plugin } from '../../../core/plugin.ts';
import type { Limits } from '../../../core/served.ts';
import { createJudge, type Judge } from '../../../levels/judge.ts';
import { type LevelReport, levelReport } from '../../../levels/report.ts';

/**
 * @param all what the server answers at `/api/4/all`
 * @param limits what it answers at `/api/4/all/limits`
 */
export function remoteLevels(registry: readonly Plugin[], all: unknown, limits: unknown): LevelReport {
  const judges = registry.map((plugin): [string, Judge] => [
    plugin.name,
    forgiving(plugin, createJudge(plugin, (memberOf(limits, plugin.name) ?? {}) as Limits)),
  ]);
  return levelReport(new Map(judges), (name) => memberOf(all, name));
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Rules rely on the shapes of our own plugins. A value of another shape is not judged. */
const forgiving =
  (plugin: Plugin, judge: Judge): Judge =>
  (served) => {
    if (Array.isArray(served) !== (plugin.shape === 'list')) return [];
    try {
      return judge(served);
    } catch {
      return [];
    }
  };
