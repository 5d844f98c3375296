/** What the conformance suite of exporters asks of the other side. */
import type { LoadPackage } from '../../../src/net/deliver/packages.ts';

/** In every key that holds a secret, and in every error of the other side. */
export const SECRET = 'p4ss-w0rd/+=';

/** A plugin whose values the other side never takes. */
export const UNWELCOME = 'unwelcome';
export const REASON = `no ${UNWELCOME} values for ${SECRET}`;

/** A number as it arrived. */
export interface Stored {
  /** Everything that names it: plugin, item and field. */
  readonly name: string;
  readonly value: number;
  /** Milliseconds since the epoch; null: the protocol has none. */
  readonly time: number | null;
  /** By which the other side recognises a repetition; null: the protocol has none. */
  readonly id: string | null;
}

/**
 * - `lost`: values arrive, but not the reply
 * - `down`: unreachable
 */
export type Mood = 'up' | 'lost' | 'down';

export interface Peer {
  /** Where it is. */
  readonly options: Readonly<Record<string, unknown>>;
  /** In place of an optional package. */
  readonly load?: LoadPackage;
  /** How it fails: its replies get lost, nothing listens, or never. */
  readonly fails: 'replies' | 'connections' | 'never';
  /** It refuses a request as a whole, whatever else is in it. */
  readonly isAllOrNothing?: true;
  /** True if it refuses values for good; otherwise the reason why it never does. */
  readonly refuses: true | string;
  /** It recognises repetitions. */
  readonly hasIds: boolean;
  /** Milliseconds that times are cut to; null: the protocol has no times. */
  readonly resolution: 1 | 1000 | null;
  /** Names arrive as they are; otherwise as distinct words. */
  readonly keepsNames: boolean;
  /** It has only what the present run of the exporter wrote last. */
  readonly isLocal?: true;
  set(mood: Mood): Promise<void>;
  /** Called before the exporter ends, for what exists only until then. */
  look?(): Promise<void>;
  /** Called after its end. Throws where a name became syntax. */
  stored(): Promise<readonly Stored[]>;
  close(): Promise<void>;
}

/** Values in the order of their arrival, and the mood of whoever takes them. */
export class Store {
  mood: Mood = 'up';
  readonly values: Stored[] = [];

  reach(): void {
    if (this.mood === 'down') throw new Error(`connect ECONNREFUSED by ${SECRET}`);
  }

  /** For drivers, whose failures are errors. */
  take(values: readonly Stored[], refuse?: () => Error): void {
    this.reach();
    if (refuse !== undefined && isUnwelcome(values)) throw refuse();
    this.values.push(...values);
    if (this.mood === 'lost') throw new Error(`socket hang up by ${SECRET}`);
  }
}

export const isUnwelcome = (values: readonly Stored[]): boolean =>
  values.some(({ name }) => name.includes(UNWELCOME));

/** Numbers of a map, named by its texts too. */
export function numbersOf(
  plugin: string,
  map: Readonly<Record<string, unknown>>,
  { time, id }: Pick<Stored, 'time' | 'id'>,
): Stored[] {
  const texts = Object.values(map).filter((value) => typeof value === 'string');
  return Object.entries(map).flatMap(([field, value]) =>
    typeof value === 'number' ? [{ name: [plugin, field, ...texts].join('|'), value, time, id }] : [],
  );
}

/** The groups of a text that has this form throughout; throws otherwise. */
export function strictly(pattern: RegExp, text: string): readonly string[] {
  const found = pattern.exec(text);
  if (found === null) throw new Error(`not in the form of the protocol: ${JSON.stringify(text)}`);
  return found.slice(1);
}

export const linesOf = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
