/** Entries of a folder that cannot be read: folders, loops of links, files of others. Each is a gap with a reason, logged once. */
import { reasonOf } from '../../core/files/reason-of.ts';

/** More are counted. */
const MOST_NAMED = 3;

export class OddEntries {
  readonly #log: (severity: 'WARNING', text: string) => void;
  readonly #reasons = new Map<string, string>();

  constructor(log: (severity: 'WARNING', text: string) => void) {
    this.#log = log;
  }

  add(path: string, error: unknown): void {
    const isKnown = this.#reasons.has(path);
    this.#reasons.set(path, reasonOf(error));
    if (!isKnown) this.#log('WARNING', `${path} cannot be read: ${reasonOf(error)}.`);
  }

  /** It can be read, or is gone. */
  forget(path: string): void {
    this.#reasons.delete(path);
  }

  /** `events-202611.jsonl cannot be read: it is a directory`; null: there are none. */
  get text(): string | null {
    const named = [...this.#reasons].slice(0, MOST_NAMED);
    const texts = named.map(
      ([path, reason]) => `${path.slice(path.lastIndexOf('/') + 1)} cannot be read: ${reason}`,
    );
    const more = this.#reasons.size - named.length;
    if (more > 0) texts.push(`${more} more`);
    return texts.length === 0 ? null : texts.join('; ');
  }
}
