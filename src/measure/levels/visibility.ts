/** The view flag `hidden`. */
import type { Fields } from '../../core/fields.ts';
import { fieldsOf, type Plugin } from '../../core/plugin.ts';
import type { Limits, PluginValue, Served, ServedMember } from '../../core/served.ts';

/** Tracks which values have ever been above zero, for list plugins with `hide_zero`. */
export class Visibility {
  readonly #key: string | null;
  readonly #fields: string[];
  readonly #threshold: number;
  /** By identity; vanished items are dropped. */
  #seen = new Map<string, ReadonlySet<string>>();

  constructor(plugin: Plugin, limits: Limits) {
    const hideZero = limits[`${plugin.name}_hide_zero`];
    const threshold = limits[`${plugin.name}_hide_threshold_bytes`];
    const isOn = Array.isArray(hideZero) && hideZero[0]?.toLowerCase() === 'true';
    this.#key = plugin.shape === 'list' ? plugin.key : null;
    this.#threshold = typeof threshold === 'number' ? threshold : 0;
    this.#fields = isOn && this.#key !== null ? hideZeroFields(fieldsOf(plugin)) : [];
  }

  /** Notes a new served value. */
  update(served: PluginValue): void {
    const key = this.#key;
    if (!this.isOn || key === null) return;
    this.#seen = new Map(
      (served as Served[]).map((item) => {
        const identity = String(item[key]);
        return [identity, this.#shown(item, this.#seen.get(identity))];
      }),
    );
  }

  /** True if any value can be hidden. */
  get isOn(): boolean {
    return this.#fields.length > 0;
  }

  isHidden(identity: string | null, field: string): boolean {
    return this.#fields.includes(field) && this.#seen.get(identity ?? '')?.has(field) !== true;
  }

  /** Hidden fields of an item. */
  hiddenFields(identity: string): readonly string[] {
    const seen = this.#seen.get(identity);
    return seen === undefined ? this.#fields : this.#fields.filter((field) => !seen.has(field));
  }

  /** True if any field of an item is shown. */
  isShown(identity: string): boolean {
    return !this.isOn || (this.#seen.get(identity)?.size ?? 0) > 0;
  }

  /** Fields of an item shown from now on. */
  #shown(item: Served, before: ReadonlySet<string> | undefined): ReadonlySet<string> {
    const isAbove = (value: ServedMember) =>
      typeof value === 'number' && value > 0 && value >= this.#threshold;
    return new Set(this.#fields.filter((field) => before?.has(field) || isAbove(item[field])));
  }
}

/** Counters are hidden by their rates, gauges by themselves. */
const hideZeroFields = (fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([, field]) => field.options.hideZero)
    .map(([name, field]) => (field.kind === 'counter' ? `${name}_rate_per_sec` : name));
