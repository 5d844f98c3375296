/** `/api/levels` for servers without it, from their views and limits, which are untrusted and may be long. */
import type { Plugin } from '../../core/plugin.ts';
import type { Served, ServedMember } from '../../core/served.ts';
import type { Slice } from '../../core/slice.ts';
import { createJudge, type Judge } from '../../measure/levels/judge.ts';
import type { LevelReport } from '../../measure/levels/report.ts';
import { type ShownVerdict, shownVerdict } from '../../measure/levels/series.ts';
import { isObject, memberOf } from '../../core/members.ts';
import { allLimitsIn } from '../../measure/levels/limits.ts';
import { orNull } from '../../core/or-null.ts';

/** Most judged items: no machine has as many disks, interfaces or sensors. */
const MOST_ITEMS = 2000;
/** Items between two checks of the clock. */
const STEP = 50;
/** Most characters of a name. */
const LONGEST_NAME = 4096;

/**
 * @param all the server's `/api/4/all`
 * @param limits its `/api/4/all/limits`
 */
export async function remoteLevels(
  registry: readonly Plugin[],
  all: ServedMember,
  limits: ServedMember,
  slice: Slice,
): Promise<LevelReport> {
  const known = allLimitsIn(limits) ?? {};
  const report: [string, readonly ShownVerdict[]][] = [];
  for (const plugin of registry) {
    const judge = forgiving(createJudge(plugin, known[plugin.name] ?? {}));
    const verdicts: ShownVerdict[] = [];
    for (const part of partsOf(memberOf(all, plugin.name), plugin)) {
      verdicts.push(...judge(part).map(shownVerdict));
      if (slice.isOver) await slice.next();
    }
    if (verdicts.length > 0) report.push([plugin.name, verdicts]);
  }
  return Object.fromEntries(report);
}

/** Values that can be judged; none if the shape is unexpected. */
function* partsOf(served: ServedMember, plugin: Plugin): Generator<Served | Served[]> {
  if (Array.isArray(served) !== (plugin.shape === 'list')) return;
  if (!Array.isArray(served)) {
    if (isObject(served) && Object.keys(served).length <= MOST_ITEMS) yield served;
    return;
  }
  const key = plugin.shape === 'list' ? plugin.key : null;
  const items = served
    .slice(0, MOST_ITEMS)
    .filter(
      (item): item is Served =>
        isObject(item) && (key === null || String(memberOf(item, key)).length <= LONGEST_NAME),
    );
  for (let at = 0; at < items.length; at += STEP) yield items.slice(at, at + STEP);
}

/** Rules rely on the shapes of our own plugins. */
const forgiving =
  (judge: Judge): Judge =>
  (served) =>
    orNull(() => judge(served)) ?? [];
