/** A past in which names are replaced, so that everything made of it, explanations included, holds none of them. */
import type { Slice } from '../../core/slice.ts';
import type {
  HistorySource,
  ListedSeries,
  Moment,
  MomentFields,
  RangeEvents,
  RangeSeries,
  TopEntry,
  WantedRange,
} from '../../history/past/history-source.ts';
import type { SeriesInfo } from '../../history/past/series.ts';
import { seriesId } from '../../core/series-name.ts';
import type { Redaction } from './redact.ts';

export class RedactedHistory implements HistorySource {
  readonly #past: HistorySource;
  readonly #redaction: Redaction;
  /** Ids of the past by those that are shown. */
  readonly #ids = new Map<string, string>();

  constructor(past: HistorySource, redaction: Redaction) {
    this.#past = past;
    this.#redaction = redaction;
  }

  get pace(): number {
    return this.#past.pace;
  }

  get oldest(): number | null {
    return this.#past.oldest;
  }

  get slice(): Slice {
    return this.#past.slice;
  }

  version(to: number): string | null {
    return this.#past.version(to);
  }

  /** Only series that were listed before. */
  async *range(ids: readonly string[], range: WantedRange): AsyncGenerator<RangeSeries | null> {
    const asked = ids.map((id) => this.#ids.get(id) ?? id);
    for await (const found of this.#past.range(asked, range))
      yield found && { ...found, info: this.#shown(found.info) };
  }

  async series(from: number, to: number): Promise<ListedSeries[]> {
    return (await this.#past.series(from, to)).map((listed) => {
      const info = this.#shown(listed.info);
      const id = seriesId(info);
      this.#ids.set(id, listed.id);
      return { ...listed, id, info };
    });
  }

  async moment(at: number): Promise<Moment> {
    const { lists, ...moment } = await this.#past.moment(at);
    const shown = (plugin: string, items: ReadonlyMap<string, MomentFields>) =>
      new Map([...items].map(([item, fields]) => [this.#redaction.item(plugin, item), fields]));
    return {
      ...moment,
      lists: new Map([...lists].map(([plugin, items]) => [plugin, shown(plugin, items)])),
    };
  }

  async top(at: number): Promise<TopEntry | null> {
    const entry = await this.#past.top(at);
    return entry && this.#redaction.top(entry);
  }

  async events(from: number, to: number): Promise<RangeEvents> {
    const { events, marks, notes, missing } = await this.#past.events(from, to);
    const text = (one: string): string => this.#redaction.text(one);
    return {
      events: events.map((event) => this.#redaction.event(event)),
      marks: marks.map((mark) => ({ ...mark, detail: mark.detail && text(mark.detail) })),
      notes: notes.map((note) => ({ ...note, text: text(note.text), tags: note.tags.map(text) })),
      ...(missing !== undefined && { missing: text(missing) }),
    };
  }

  #shown(info: SeriesInfo): SeriesInfo {
    return info.item === null ? info : { ...info, item: this.#redaction.item(info.plugin, info.item) };
  }
}
