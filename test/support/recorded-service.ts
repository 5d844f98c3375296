/** Services of a recorded host: `services.json` holds answers by socket and path. */
import type { HttpService, ServiceAddress } from '../../src/core/host.ts';
import { ServiceError } from '../../src/core/service-error.ts';
import type { Json } from '../../src/core/served.ts';

export type Answers = Record<string, Record<string, Json>>;

/**
 * A service that gives the answers of the tree of the moment, and refuses what is not among them; endless answers never
 * are. Sockets that really exist below the tree are those of `files`, so that a test can put a server there.
 */
export function recordedService(
  address: ServiceAddress,
  recorded: () => Answers,
  files: () => HttpService,
): HttpService {
  const name = 'socketPath' in address ? address.socketPath : `${address.hostname}:${address.port}`;
  const answers = (): Record<string, Json> | undefined => recorded()[name];
  const refused = (path: string): ServiceError =>
    new ServiceError(`${name} answered with status 404: ${path} is not recorded`, { status: 404 });
  return {
    state: () => (answers() === undefined ? files().state() : 'present'),
    async getJson(path, limits) {
      const own = answers();
      if (own === undefined) return files().getJson(path, limits);
      if (!Object.hasOwn(own, path)) throw refused(path);
      return own[path] as Json;
    },
    async getHeaders(path, limits) {
      if (answers() === undefined) return files().getHeaders(path, limits);
      throw refused(path);
    },
    async getStart(path, limits) {
      const own = answers();
      if (own === undefined) return files().getStart(path, limits);
      const text = own[path];
      if (typeof text !== 'string') throw refused(path);
      return Buffer.from(text, 'latin1');
    },
    follow(path, handlers) {
      if (answers() === undefined) return files().follow(path, handlers);
      queueMicrotask(() => handlers.onEnd(refused(path)));
      return () => {};
    },
  };
}
