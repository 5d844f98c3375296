/** Closes a server: running requests get a second to finish. */
import type { HttpServer } from './listen.ts';

const TIMEOUT_MS = 1000;

/** Stops accepting connections at once. */
export async function closeServer(instance: HttpServer): Promise<void> {
  const timer = setTimeout(() => instance.server.closeAllConnections(), TIMEOUT_MS);
  await instance.close();
  clearTimeout(timer);
}
