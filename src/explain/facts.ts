/** Queries about a window, for rules. */
import type { SavedEvent } from '../core/event.ts';
import type { Mark, RangeEvents } from '../history/past/history-source.ts';
import {
  type Culprits,
  FOLLOWS,
  leastExcess,
  MOST_CULPRITS,
  type Resource,
  resourceOf,
  WRITERS,
} from '../core/culprits.ts';
import { say } from '../core/said.ts';
import { seriesWord, usualWord, valueIn } from './amounts.ts';
import { comparison, textOf, type Evidence, type TimeSpan, type WhoMetric } from './explanation.ts';
import { moreThanUsual, type Programs, type Use } from './programs.ts';
import { present } from './statistics.ts';
import { type SeriesLevel, type Tracks, usualMedian, usualOf } from './tracks.ts';

interface FactsSetup {
  readonly tracks: Tracks;
  readonly programs: Programs;
  readonly events: RangeEvents;
}

/** Questions of rules to the recorded series. */
const METRICS = { cpu: 'cpu', memory: 'memory', disk: 'io' } as const satisfies Partial<
  Record<Resource, WhoMetric>
>;
export type RecordedResource = keyof typeof METRICS;

export class Facts {
  readonly tracks: Tracks;
  readonly programs: Programs;
  readonly marks: readonly Mark[];
  /** Logical cores. */
  readonly cores: number;
  /** Bytes; null: unknown. */
  readonly memory: number | null;
  readonly #events: readonly SavedEvent[];

  constructor({ tracks, programs, events }: FactsSetup) {
    this.tracks = tracks;
    this.programs = programs;
    this.marks = events.marks;
    this.#events = events.events;
    this.cores = coresOf(tracks);
    const percent = this.level('mem/percent')?.value ?? Number.NaN;
    const available = this.level('mem/available', true)?.value ?? Number.NaN;
    const total = available / (1 - percent / 100);
    this.memory = Number.isFinite(total) ? total : null;
  }

  /** Returns the highest or lowest stretch of a series. */
  level(id: string, isLow = false): SeriesLevel | null {
    return this.tracks.level(this.tracks.get(id), isLow);
  }

  /** Like {@link level} for every item of a list, highest first. @param width number of values in a peak */
  levels(plugin: string, field: string, width?: number): SeriesLevel[] {
    return this.tracks
      .list(plugin, field)
      .flatMap((track) => this.tracks.level(track, false, width) ?? [])
      .sort((a, b) => b.value - a.value);
  }

  /** Alerts of a kind that began in the window. */
  began(...kinds: readonly string[]): SavedEvent[] {
    const { from, to } = this.tracks.window;
    return this.#events.filter(
      ({ finding, event }) =>
        finding !== undefined &&
        finding.isOld !== true &&
        kinds.includes(finding.kind) &&
        event.begin * 1000 >= from - 1000 &&
        event.begin * 1000 < to,
    );
  }

  /** Who used a resource: as the alert of that time says, else by the programs of each minute. Null: not known. */
  culprits(resource: RecordedResource, { from, to }: TimeSpan): Culprits | null {
    const alerts = this.#events.filter(
      ({ plugin, stat, culprits, event: { begin, end } }) =>
        culprits !== undefined &&
        resourceOf(plugin, stat) === resource &&
        begin * 1000 < to &&
        (end === -1 || end * 1000 >= from),
    );
    // A load follows from the CPU, so that list and notification name the culprits of the CPU.
    const alert = alerts.findLast(({ plugin }) => FOLLOWS[plugin] === undefined) ?? alerts.at(-1);
    if (alert?.culprits) return alert.culprits;
    const metric = METRICS[resource];
    const added = ({ value, usual }: Use): number => value - usual;
    if (resource !== 'cpu') return sharesOf(this.more(metric), added).culprits;
    // Beyond the programs that are recorded, there may be others.
    const [busy, short] = [this.level('cpu/total'), this.level('processcount/ended_cpu_percent')];
    const above = sharesOf(this.more(metric), added, {
      ended: Math.max(0, addedOf(short)),
      total: addedOf(busy) * this.cores,
    });
    const all = sharesOf(this.#of(metric), ({ value }) => value, {
      ended: short?.value ?? 0,
      total: (busy?.value ?? 0) * this.cores,
    });
    return above.sum < leastExcess(resource) * all.sum ? all.culprits : above.culprits;
  }

  /** Programs that used more than usual, largest difference first. Kernel threads write on behalf of others. */
  more(metric: WhoMetric): Use[] {
    return this.#of(metric).filter(moreThanUsual);
  }

  #of(metric: WhoMetric): Use[] {
    return this.programs.uses.filter(
      (use) => use.metric === metric && !(metric === 'io' && WRITERS.test(use.program)),
    );
  }
}

/** Shares of programs, of processes that ended unseen, and of the total that is known to be used; null: nothing is. */
function sharesOf(
  uses: readonly Use[],
  amountOf: (use: Use) => number,
  { ended, total } = { ended: 0, total: 0 },
): { readonly sum: number; readonly culprits: Culprits | null } {
  const amounts = uses.map((use) => [use, amountOf(use)] as const).sort(([, a], [, b]) => b - a);
  const sum = Math.max(
    amounts.reduce((all, [, amount]) => all + amount, ended),
    total,
  );
  if (sum <= 0) return { sum, culprits: null };
  const percentOf = (amount: number): number => Math.round((100 * amount) / sum);
  const programs = amounts
    .slice(0, MOST_CULPRITS)
    .map(([{ program, unit, container }, amount]) => ({
      name: program,
      unit,
      container,
      percent: percentOf(amount),
    }))
    .filter(({ percent }) => percent > 0);
  return { sum, culprits: { programs, ended: percentOf(ended) } };
}

const coresOf = (tracks: Tracks): number => Math.max(1, tracks.list('percpu', 'total').length);

/** Excess over the usual value; all of it if that is unknown. */
export const addedOf = (level: SeriesLevel | null): number =>
  level === null ? 0 : level.value - usualMedian(level);

/** Like {@link addedOf}, for persistent values such as sizes, which without a past must grow within the window. */
export function risenOf(level: SeriesLevel | null): number {
  if (level === null) return 0;
  const { before, window } = level.track;
  const first = present(before).length > 0 ? 0 : (present(window)[0] ?? 0);
  return level.value - Math.max(first, usualMedian(level));
}

/** Omits null levels and those without a value. */
export const evidenceOf = (...levels: readonly (SeriesLevel | null)[]): Evidence[] =>
  levels.flatMap((level) =>
    level === null
      ? []
      : {
          series: level.track.id,
          ...comparison(level.value, usualOf(level)),
          unit: level.track.info.unit,
          ...textOf(
            say('{series} {value}{usual}', {
              series: seriesWord(level.track.info),
              value: valueIn(level.value, level.track.info),
              usual: usualWord(usualOf(level), level.track.info),
            }),
          ),
        },
  );

/** From the earliest begin to the latest end; null if empty. */
export function spanAround(...levels: readonly (SeriesLevel | null)[]): TimeSpan | null {
  const spans = levels.flatMap((level) => level?.span ?? []);
  if (spans.length === 0) return null;
  return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
}
