/** Past values of a machine, in the shape of live snapshots. Pure. */
import { isObject } from '../../src/core/members.ts';
import type { PluginValue, Served } from '../../src/core/served.ts';
import type { PastMoment } from '../api/archive.ts';

/** Facts about the machine, shown as they are now. */
const LASTING: ReadonlySet<string> = new Set(['system', 'ip', 'version', 'core', 'cloud', 'help']);
const COUNTER = /_rate_per_sec$/;

/**
 * Values with history, and items, are those of that time; sizes and names are today's. Other values are unknown and left out.
 * @param live the latest snapshots by plugin
 */
export function snapshotsAt(
  moment: PastMoment,
  live: ReadonlyMap<string, PluginValue>,
): Map<string, PluginValue> {
  const shown = new Map<string, PluginValue>();
  for (const [plugin, value] of live) {
    if (LASTING.has(plugin)) shown.set(plugin, value);
    else if (Array.isArray(value)) shown.set(plugin, []);
    else shown.set(plugin, objectAt(isObject(value) ? value : null, moment.objects[plugin]));
  }
  for (const [plugin, { key, items }] of Object.entries(moment.lists)) {
    const value = live.get(plugin);
    const known = Array.isArray(value) ? value : [];
    const byName = new Map(known.map((item) => [String(item[key]), item]));
    shown.set(
      plugin,
      Object.entries(items).map(([name, fields]) => ({
        key,
        ...withFields(byName.get(name) ?? { [key]: name }, fields),
      })),
    );
  }
  shown.set('now', {
    iso: new Date(moment.time).toISOString(),
    custom: new Date(moment.time).toLocaleString(),
  });
  return shown;
}

const objectAt = (value: Served | null, fields: Served | undefined): Served | null =>
  value === null || fields === undefined ? null : withFields(value, fields);

/** Counters have rates instead. */
function withFields(live: Served, fields: Served): Served {
  const found: Served = { ...live };
  for (const name of Object.keys(live)) {
    const isCounter = COUNTER.test(name);
    const base = name.replace(COUNTER, '');
    if (!isCounter) continue;
    found[name] = null;
    found[base] = null;
    found[`${base}_gauge`] = null;
  }
  for (const [name, value] of Object.entries(fields)) found[name] = value;
  return found;
}
