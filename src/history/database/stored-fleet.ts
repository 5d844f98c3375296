/** All hosts of a database, with single values of each. */
import { matchingAny, selector } from './promql.ts';
import type { QueryRow } from './rows.ts';
import { scopeOf, type StoredSetup } from './setup.ts';
import { rateField } from './stored-field.ts';

/** Rounded up, since a fraction less would miss the sample. */
const toMs = (seconds: number): number => Math.round(seconds * 1000);

export class StoredFleet {
  readonly #setup: StoredSetup;

  constructor(setup: StoredSetup) {
    this.#setup = setup;
  }

  /** Name of the database, for messages. */
  get name(): string {
    return this.#setup.database.name;
  }

  /** Hosts with samples between two times. Throws `RequestError`. */
  hosts(from: number, to: number): Promise<string[]> {
    const { database, label } = this.#setup;
    return database.labelValues(label, this.#presence(), { from: from / 1000, to: to / 1000 });
  }

  /** Time of each live host's newest sample. Throws `RequestError`. */
  async present(now: number): Promise<Map<string, number>> {
    const { database, label } = this.#setup;
    const rows = await database.instant(`max by (${label}) (timestamp(${this.#presence()}))`, now / 1000);
    return this.#byHost(rows, toMs);
  }

  /** Returns the time of each host's last sample, also of hosts that have ended. Throws `RequestError`. */
  async lastSeen(hosts: readonly string[], now: number, keepMs: number): Promise<Map<string, number>> {
    const { database, label } = this.#setup;
    const some = this.#presence(matchingAny(label, hosts));
    const query = `max by (${label}) (max_over_time(timestamp(${some})[${Math.ceil(keepMs / 1000)}s:240s]))`;
    return this.#byHost(await database.instant(query, now / 1000), toMs);
  }

  /**
   * A field of every host, of one item if there are several. Databases have no increases: a counter is its rate per second. Throws
   * `RequestError`.
   */
  async fieldOfAll(
    plugin: string,
    name: string,
    item: string | null,
    now: number,
  ): Promise<Map<string, number>> {
    const { database, profile, label } = this.#setup;
    const fields = profile.fields.filter(
      (one) => one.plugin === plugin && [name, rateField(name)].includes(one.field),
    );
    const found = new Map<string, number>();
    for (const field of fields) {
      const matchers = item === null ? [] : (field.item?.matchers(item) ?? []);
      const rows = await database.instant(
        field.expression(scopeOf(this.#setup, [`${label}!=""`, ...matchers])),
        now / 1000,
      );
      const own = rows.filter(({ labels }) => field.item === null || field.item.of(labels) === item);
      for (const [host, value] of this.#byHost(own, (number) => number * field.factor))
        if (!found.has(host)) found.set(host, value);
    }
    return found;
  }

  /** Constants of every host that thresholds depend on, such as cores and sizes. Throws `RequestError`. */
  async lastingOfAll(plugin: string, now: number): Promise<Map<string, Record<string, number>>> {
    const lasting = this.#setup.profile.fields.filter(
      (field) => field.plugin === plugin && field.item === null && !field.isRecorded && !field.isFlag,
    );
    const found = new Map<string, Record<string, number>>();
    for (const { field } of lasting) {
      for (const [host, value] of await this.fieldOfAll(plugin, field, null, now))
        found.set(host, { ...found.get(host), [field]: value });
    }
    return found;
  }

  /** A text of every host. Throws `RequestError`. */
  async textOfAll(plugin: string, name: string, now: number): Promise<Map<string, string>> {
    const { database, profile, label } = this.#setup;
    const found = new Map<string, string>();
    for (const text of profile.texts) {
      if (text.plugin !== plugin) continue;
      const rows = await database.instant(
        text.expression(scopeOf(this.#setup, [`${label}!=""`])),
        now / 1000,
      );
      for (const { labels, points } of rows) {
        const said = text.texts(labels, points[1] ?? Number.NaN)[name];
        if (said !== undefined && labels[label] !== undefined) found.set(labels[label], said);
      }
    }
    return found;
  }

  /** Returns the selector of a metric that every host has, for all hosts unless matchers restrict it. */
  #presence(...matchers: readonly string[]): string {
    const { profile, label } = this.#setup;
    return selector(profile.presence, scopeOf(this.#setup, [`${label}!=""`, ...matchers]));
  }

  #byHost(rows: readonly QueryRow[], convert: (value: number) => number): Map<string, number> {
    const found = new Map<string, number>();
    for (const { labels, points } of rows) {
      const host = labels[this.#setup.label];
      const value = points[1] ?? Number.NaN;
      if (host !== undefined && Number.isFinite(value)) found.set(host, convert(value));
    }
    return found;
  }
}
