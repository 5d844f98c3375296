/** Keeps the last view for the installed page, which also opens without a network. */
import type { Client } from '../api/client.ts';
import { KEPT_AT, PAGE_CACHE, VIEW_CACHE, VIEW_PATHS } from '../api/offline.ts';
import type { Store } from '../store/store.ts';
import type { Feed } from './feed.ts';

interface KeepSetup {
  client: Client;
  feed: Pick<Feed, 'connection'>;
  store: Store;
}

/** Registers the service worker. Resolves when the page is cached; never rejects. */
export async function keepView({ client, feed, store }: KeepSetup): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const isLive = (): boolean => ['live', 'resting'].includes(feed.connection.value.kind);
  /** The service worker does not see the stream, which carries the values. */
  const keepValues = async (): Promise<void> => {
    if (!document.hidden || !isLive() || store.past.value !== null || store.tick.value === 0) return;
    const values = store.plugins.value.map((plugin) => [plugin, store.latest(plugin as 'cpu').value]);
    const headers = { 'content-type': 'application/json', [KEPT_AT]: String(store.now()) };
    const view = await caches.open(VIEW_CACHE);
    await view.put(VIEW_PATHS[0], new Response(JSON.stringify(Object.fromEntries(values)), { headers }));
  };
  document.addEventListener('visibilitychange', () => void keepValues().catch(() => undefined));
  try {
    await navigator.serviceWorker.register('service-worker.js');
    await navigator.serviceWorker.ready;
    await controlled();
    // Fetches files loaded before the service worker again, from the browser's cache.
    const page = await caches.open(PAGE_CACHE);
    if ((await page.match(location.pathname)) !== undefined) return;
    const files = performance.getEntriesByType('resource').map(({ name }) => name);
    const own = files.filter((name) => name.startsWith(new URL('static/', location.href).href));
    await Promise.all([
      ...[location.pathname, ...own].map((path) => fetch(path)),
      ...VIEW_PATHS.map((path) => client.get(path)),
    ]);
  } catch {
    // The next start tries again.
  }
}

const controlled = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.serviceWorker.controller !== null) resolve();
    else navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
  });
