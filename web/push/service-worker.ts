/** The page's service worker: shows notifications and acknowledges alerts; offline, it serves the page and its last view. */
import { KEPT_AT, PAGE_CACHE, type Part, cachePart, VIEW_CACHE } from '../api/offline.ts';
import { ACKNOWLEDGE, notAcknowledged, reasonIn, type Remembered, shownOf } from './notification.ts';

/** The used parts of service workers: the type libraries of pages and workers exclude each other. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends Lasting {
  readonly data: { json(): unknown } | null;
}
interface ClickEvent extends Lasting {
  readonly action: string;
  readonly notification: Notification;
}
interface RequestEvent extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface PageClient {
  readonly url: string;
  focus(): Promise<PageClient>;
  navigate(url: string): Promise<PageClient | null>;
}
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<readonly PageClient[]>;
    openWindow(url: string): Promise<PageClient | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
}

const worker = self as unknown as Scope;
const TIMEOUT_MS = 15_000;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const part = request.method === 'GET' ? cachePart(request.url, worker.registration.scope) : null;
  if (part !== null) event.respondWith(answer(event, part));
});

/** Network first, then the cached reply. */
async function answer(event: RequestEvent, part: Part): Promise<Response> {
  const { request } = event;
  const address = request.url.replace(/[?#].*$/s, part === 'page' ? '' : '$&');
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    const kept = await caches.match(address, { ignoreVary: true });
    if (kept === undefined) throw error;
    return kept;
  }
  if (response.ok) {
    const kept = keep(address, part, response.clone()).catch(() => undefined);
    // Deletes files of other versions first.
    if (part === 'page') await kept;
    else event.waitUntil(kept);
  } else if (response.status === 401) await caches.delete(VIEW_CACHE);
  return response;
}

async function keep(address: string, part: Part, response: Response): Promise<void> {
  // Only installed pages have a cache.
  if (!(await caches.has(PAGE_CACHE))) return;
  const body = await response.arrayBuffer();
  const headers = new Headers({ 'content-type': response.headers.get('content-type') ?? '' });
  if (part === 'view') headers.set(KEPT_AT, String(Date.now()));
  // The content security policy applies offline too.
  const policy = response.headers.get('content-security-policy');
  if (policy !== null) headers.set('content-security-policy', policy);
  if (part === 'page') await forgetOther(address, body);
  const cache = await caches.open(part === 'view' ? VIEW_CACHE : PAGE_CACHE);
  await cache.put(address, new Response(body, { headers }));
}

/** Removes the cached files of another page; pages name their files. */
async function forgetOther(address: string, body: ArrayBuffer): Promise<void> {
  const before = await (await caches.match(address, { ignoreVary: true }))?.text();
  const files = (html: string): string => (html.match(/static\/[\w.-]+/g) ?? []).join();
  if (before !== undefined && files(before) !== files(new TextDecoder().decode(body)))
    await caches.delete(PAGE_CACHE);
}

worker.addEventListener('push', (event) => {
  const { title, options } = shownOf(() => event.data?.json());
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener('notificationclick', (event) => {
  const { action, notification } = event;
  notification.close();
  const data = notification.data as Remembered;
  event.waitUntil(action === ACKNOWLEDGE ? acknowledge(notification.tag, data) : open(data));
});

async function acknowledge(tag: string, data: Remembered): Promise<void> {
  const reason = await answerTo(data.token).catch(() => 'The agent cannot be reached');
  if (reason === null) return;
  const { title, options } = notAcknowledged(reason, tag, data);
  await worker.registration.showNotification(title, options);
}

/** Why an alert was not acknowledged; null: it was. */
async function answerTo(token: string | null): Promise<string | null> {
  const response = await fetch(new URL('api/push/acknowledge', worker.registration.scope), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return reasonIn(response.status, await response.json().catch(() => null));
}

/** In an open page, otherwise in a new one. */
async function open(data: Remembered): Promise<void> {
  const address = new URL(data.path, worker.registration.scope).href;
  const pages = await worker.clients.matchAll({ type: 'window' });
  const own = pages.find(({ url }) => withoutHash(url) === withoutHash(address));
  if (own === undefined) await worker.clients.openWindow(address);
  else await (await own.focus()).navigate(address);
}

const withoutHash = (address: string): string => address.replace(/#.*$/s, '');
