/**
 * Detects that this process lacks descriptors or memory while plugins read. Plugins treat unreadable files as missing, which is
 * wrong then: the runner drops the reading and keeps the previous one.
 */
import type { Host } from '../../core/host.ts';
import { isShortage } from '../../core/files/error-code.ts';

export const NO_SHORTAGES: Shortages = { count: 0, last: null };

export interface Shortages {
  /** Shortages met so far. */
  readonly count: number;
  /** Error of the last read. */
  readonly last: unknown;
}

/** Makes hosts that count the shortages that their reading calls meet, whether their callers handle the errors or not. */
export function watchShortages(): { watched(host: Host): Host; shortages: Shortages } {
  const shortages = { count: 0, last: null as unknown };
  return { watched: (host) => watchedHost(host, shortages), shortages };
}

function watchedHost(host: Host, shortages: { count: number; last: unknown }): Host {
  const note = (error: unknown): unknown => {
    if (isShortage(error)) {
      shortages.count += 1;
      shortages.last = error;
    }
    return error;
  };
  const watch =
    <Result>(call: (path: string) => Result) =>
    (path: string): Result => {
      try {
        return call(path);
      } catch (error) {
        throw note(error);
      }
    };
  function* names(path: string): Generator<string> {
    try {
      yield* host.names(path);
    } catch (error) {
      throw note(error);
    }
  }
  return {
    ...host,
    read: watch((path) => host.read(path)),
    readKept: watch((path) => host.readKept(path)),
    readApart: (path, bytes) =>
      host.readApart(path, bytes).catch((error) => {
        throw note(error);
      }),
    readHead: (path, bytes) => watch((from) => host.readHead(from, bytes))(path),
    readText: watch((path) => host.readText(path)),
    list: watch((path) => host.list(path)),
    readLink: watch((path) => host.readLink(path)),
    names,
  };
}
