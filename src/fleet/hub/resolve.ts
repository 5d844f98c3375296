/**
 * Caches resolved addresses, so a hanging name server affects only unknown names. Old entries are refreshed in the background to
 * follow changes.
 */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

export interface Resolver {
  /** For `http.Agent`: answers from memory, and waits only for names that are new. */
  readonly lookup: LookupFunction;
  /** Returns the first address of a name, as far as it is known; refreshes an old one in the background. */
  current(name: string): string | null;
  /** Has it resolved again next time, since nobody answered there. */
  distrust(name: string): void;
}

type Found = readonly LookupAddress[];
type Ask = (
  name: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, found: Found | undefined) => void,
) => void;

interface ResolverSetup {
  /** `dns.lookup` or a stand-in. */
  ask?: Ask;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
}

interface Known {
  found: Found;
  /** When it is resolved again. */
  renewAt: number;
}

type Callback = (error: NodeJS.ErrnoException | null, found: Found) => void;

/** Each lookup holds one of four threads, for many seconds while name servers are dead. */
const AT_ONCE = 2;
const FRESH_MS = 300_000;
/** Maximum number of servers. */
const MOST_NAMES = 20_000;

export function createResolver({ ask = systemLookup as Ask, now }: ResolverSetup): Resolver {
  const known = new Map<string, Known>();
  const pending = new Map<string, Callback[]>();
  const queue: string[] = [];
  let running = 0;

  const settle = (name: string, error: NodeJS.ErrnoException | null, found: Found): void => {
    const callbacks = pending.get(name) ?? [];
    pending.delete(name);
    if (error === null) known.set(name, { found, renewAt: now() + FRESH_MS });
    for (const callback of callbacks) callback(error, found);
  };

  const next = (): void => {
    const name = running < AT_ONCE ? queue.shift() : undefined;
    if (name === undefined) return;
    running += 1;
    ask(name, { all: true }, (error, found) => {
      running -= 1;
      settle(name, error ?? (found?.length ? null : noAddress(name)), found ?? []);
      next();
    });
    next();
  };

  const find = (name: string, callback: Callback | null): void => {
    const waiting = pending.get(name);
    if (waiting === undefined && pending.size >= MOST_NAMES) return callback?.(noAddress(name), []);
    if (waiting === undefined) {
      pending.set(name, callback === null ? [] : [callback]);
      queue.push(name);
      next();
    } else if (callback !== null) waiting.push(callback);
  };

  /** Returns the known addresses; an expired entry is resolved again in the background. */
  const remembered = (name: string): Found | null => {
    const entry = known.get(name);
    if (entry === undefined) return null;
    if (entry.renewAt <= now()) find(name, null);
    return entry.found;
  };

  return {
    lookup(name, options, callback) {
      const give: Callback = (error, found) => {
        const [first] = found;
        if (error !== null || first === undefined) callback(error ?? noAddress(name), '', 0);
        else if (options.all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      };
      const found = remembered(name);
      if (found === null) find(name, give);
      else process.nextTick(give, null, found);
    },
    current: (name) => (isIP(name) === 0 ? (remembered(name)?.[0]?.address ?? null) : name),
    distrust(name) {
      const entry = known.get(name);
      if (entry !== undefined) entry.renewAt = now();
    },
  };
}

const noAddress = (name: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' });
