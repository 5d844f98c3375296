/** The service worker of the page: it shows notifications, and acknowledges alerts. It answers no requests of the page. */
import { ACKNOWLEDGE, notAcknowledged, reasonIn, type Remembered, shownOf } from './notification.ts';

/** The parts of a service worker that this one uses: the libraries of types for pages and workers exclude each other. */
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
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
}

const worker = self as unknown as Scope;
const PATIENCE_MS = 15_000;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

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

/** The reason why an alert is not acknowledged; null: it is. */
async function answerTo(token: string | null): Promise<string | null> {
  const response = await fetch(new URL('api/push/acknowledge', worker.registration.scope), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return reasonIn(response.status, await response.json().catch(() => null));
}

/** In a page that is open, else in a new one. */
async function open(data: Remembered): Promise<void> {
  const address = new URL(data.path, worker.registration.scope).href;
  const pages = await worker.clients.matchAll({ type: 'window' });
  const own = pages.find(({ url }) => withoutHash(url) === withoutHash(address));
  if (own === undefined) await worker.clients.openWindow(address);
  else await (await own.focus()).navigate(address);
}

const withoutHash = (address: string): string => address.replace(/#.*$/s, '');
