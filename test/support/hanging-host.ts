/** A recorded host whose readers never block, and whose chosen files never answer. */
import type { Host, HostReader } from '../../src/core/host.ts';
import { createApartCalls } from '../../src/measure/host/apart-calls.ts';
import { createHostReader, mayBlock } from '../../src/measure/host/host-reader.ts';

export interface HangingHost {
  readonly host: Host;
  /** Files that were read in the thread pool, with the reader that read each first. */
  readonly readers: Map<string, string>;
  /** Files that do not answer from now on; others do. */
  hang(...paths: string[]): void;
}

/** Whoever reads a file that may block other than through a reader fails, since the main thread would wait there. */
export function createHangingHost(recorded: Host): HangingHost {
  const calls = createApartCalls(recorded.clock);
  const readers = new Map<string, string>();
  let hanging: readonly string[] = [];
  const never = new Promise<never>(() => {});

  const refuse = (path: string): void => {
    if (mayBlock(path)) throw new Error(`${path} is read in the main thread`);
  };
  const apart = async (path: string, reader: string): Promise<Uint8Array> => {
    if (!readers.has(path)) readers.set(path, reader);
    if (hanging.includes(path)) await never;
    return Uint8Array.from(recorded.read(path));
  };
  const host: Host = {
    ...recorded,
    read: (path) => (refuse(path), recorded.read(path)),
    readKept: (path) => (refuse(path), recorded.readKept(path)),
    readHead: (path, bytes) => (refuse(path), recorded.readHead(path, bytes)),
    readText: (path) => (refuse(path), recorded.readText(path)),
    reader(name): HostReader {
      const own = { ...host, readApart: (path: string) => apart(path, name) };
      return createHostReader(name, own, calls, (path) => ({
        read: async (bytes) => (await apart(path, name)).subarray(0, bytes),
        close: () => {},
      }));
    },
  };
  return {
    host,
    readers,
    hang: (...paths) => void (hanging = paths),
  };
}
