/** The values of a machine at a moment of the past, in the shape of live snapshots. Pure. */
import type { PastMoment } from '../api/archive.ts';

type Item = Readonly<Record<string, unknown>>;

/** About the machine as such; they are what they are now. */
const LASTING: ReadonlySet<string> = new Set(['system', 'ip', 'version', 'core', 'cloud', 'help']);
const COUNTER = /_rate_per_sec$/;

/**
 * Everything that has history has the value of then; items are those of then. Sizes and names are those of now. Whatever
 * else changes is not known: it is left out.
 * @param live the latest snapshots, by plugin
 */
export function snapshotsAt(moment: PastMoment, live: ReadonlyMap<string, unknown>): Map<string, unknown> {
  const shown = new Map<string, unknown>();
  for (const [plugin, value] of live) {
    if (LASTING.has(plugin)) shown.set(plugin, value);
    else if (Array.isArray(value)) shown.set(plugin, []);
    else shown.set(plugin, objectAt(value as Item | null, moment.objects[plugin]));
  }
  for (const [plugin, { key, items }] of Object.entries(moment.lists)) {
    const value = live.get(plugin);
    const known = Array.isArray(value) ? (value as readonly Item[]) : [];
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

const objectAt = (value: Item | null, fields: Item | undefined): Item | null =>
  value === null || fields === undefined ? null : withFields(value, fields);

/** Counters are known by their rates. */
function withFields(live: Item, fields: Item): Item {
  const found: Record<string, unknown> = { ...live };
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
