/** Converts values to version 5. */
import type { Served } from '../../core/served.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import type { Pieces } from '../../http/body/render.ts';
import type { Entry } from './entry.ts';
import { type ItemLevels, levelsBy } from './levels.ts';
import type { Source } from './dialect.ts';

/** Our object or items, before their members are chosen; undefined: not read yet, or nothing known. */
export function wholeOf({ plugin, dialect }: Entry, source: Source): Served | readonly Served[] | undefined {
  const value = source.latest(plugin.name);
  if (value === undefined) return undefined;
  return dialect.whole ? dialect.whole(value as never, source) : (value as Served | Served[]);
}

/** An object or an item, as version 5 shows it. */
export function converted({ members }: Entry, item: Served, source: Source): Served {
  const shown: Served = {};
  for (const member of members) {
    const value = member.read(item, source);
    if (value !== undefined) shown[member.name] = value;
  }
  return shown;
}

/** All items of a list; an object as one of them. */
export function itemsOf(entry: Entry, source: Source): Served[] {
  const whole = wholeOf(entry, source);
  if (whole === undefined) return [];
  return [whole].flat().map((item) => converted(entry, item as Served, source));
}

interface Judged {
  readonly verdicts: readonly LevelVerdict[];
  /** Seconds since the previous sample. */
  readonly seconds: number;
}

/** Yields the envelope; `{}` for an empty object. */
export function* envelopePieces(entry: Entry, source: Source, { verdicts, seconds }: Judged): Pieces {
  const whole = wholeOf(entry, source);
  const { key, dialect } = entry;
  if (whole === undefined) {
    yield '{}';
    return;
  }
  const levelsOf = levelsBy(entry, verdicts, source);
  if (!Array.isArray(whole)) {
    const shown = converted(entry, whole as Served, source);
    const isEmpty = Object.keys(whole).length === 0;
    yield isEmpty
      ? '{}'
      : JSON.stringify({ ...shown, time_since_update: seconds, _levels: levelsOf(null, shown) });
    return;
  }
  const levels: [identity: string, ItemLevels][] = [];
  let separator = '{"data":[';
  for (const item of whole as Served[]) {
    const shown = converted(entry, item, source);
    yield separator + JSON.stringify(shown);
    separator = ',';
    const identity = String(shown[key ?? '']);
    const own = levelsOf(identity, shown);
    if (Object.keys(own).length > 0) levels.push([identity, own]);
  }
  const rest = {
    time_since_update: seconds,
    ...(key !== null && { _key: key }),
    ...dialect.beside?.(source),
    _levels: Object.fromEntries(levels),
  };
  yield `${separator === ',' ? '' : separator}],${JSON.stringify(rest).slice(1)}`;
}
