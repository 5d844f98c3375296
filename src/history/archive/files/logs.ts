/** The logs in the folder of an archive. */
import { formatName, type LogName } from './file-name.ts';

/** A log in use. */
export interface GrowingLog {
  /** Time of the newest row of each plugin. */
  readonly lastTimes: ReadonlyMap<string, number>;
  readonly file: { readonly size: number };
}

interface StoredLog {
  readonly name: LogName;
  /** Size as found. */
  readonly bytes: number;
  /** Null: not written by this process. */
  readonly growing: GrowingLog | null;
}

export class Logs {
  readonly #logs = new Map<string, StoredLog>();

  add(name: LogName, bytes: number, growing: GrowingLog | null): void {
    this.#logs.set(formatName(name), { name, bytes, growing });
  }

  has(name: LogName): boolean {
    return this.#logs.has(formatName(name));
  }

  forget(name: string): void {
    this.#logs.delete(name);
  }

  /** Oldest first. */
  names(): LogName[] {
    return [...this.#logs.values()]
      .map(({ name }) => name)
      .sort((a, b) => a.start - b.start || a.generation - b.generation);
  }

  get bytes(): number {
    let sum = 0;
    for (const { bytes, growing } of this.#logs.values()) sum += growing?.file.size ?? bytes;
    return sum;
  }

  /** Time of a plugin's newest row in a log; null: not read yet. */
  newestIn(name: LogName, plugin: string): number | null {
    const growing = this.#logs.get(formatName(name))?.growing ?? null;
    return growing && (growing.lastTimes.get(plugin) ?? -Infinity);
  }
}
