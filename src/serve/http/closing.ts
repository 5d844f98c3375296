/** The end of a server: what is under way is finished, for a second at most. */
import type { HttpServer } from './listen.ts';

const PATIENCE_MS = 1000;

/** Takes no more connections from here on. */
export async function closeServer(instance: HttpServer): Promise<void> {
  const timer = setTimeout(() => instance.server.closeAllConnections(), PATIENCE_MS);
  await instance.close();
  clearTimeout(timer);
}
