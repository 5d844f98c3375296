/** Notifications of a browser: from the button of the page to an alert that is acknowledged in the service worker. */
import type { CDPSession, Page, Worker } from 'playwright-core';
import { expect, it } from 'vitest';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import { fakeAuthenticator } from '../support/guarded-api.ts';
import { forThisTest } from '../support/for-this-test.ts';
import { servePage } from '../support/page-agent.ts';
import { useBrowser } from '../support/page-browser.ts';
import { beginSession } from '../support/page-session.ts';
import { alertChange, pushRig } from '../support/push-rig.ts';

const open = useBrowser();

/** Headless Chromium has no push service and no notifications: the browser's part is simulated. */
const BROWSER = `
  let permission = 'default';
  let subscription = null;
  Object.defineProperty(Notification, 'permission', { get: () => permission });
  Notification.requestPermission = async () => (permission = 'granted');
  PushManager.prototype.getSubscription = async () => subscription;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey: key }) => {
    if (!userVisibleOnly) throw new Error('userVisibleOnly is needed');
    const json = await subscribeAtService(key);
    const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.codePointAt(0));
    subscription = {
      ...json,
      options: { applicationServerKey: bytes.buffer },
      toJSON: () => json,
      unsubscribe: async () => (subscription = null, true),
    };
    return subscription;
  };
`;

/** The same of the service worker, which keeps what it would show. */
const WORKER = `
  self.shown = [];
  registration.showNotification = async (title, options) => void shown.push({ title, ...options });
`;

/** A click on an action of a notification. Resolves when the service worker has done its work. */
const click = (worker: Worker, action: string, index: number): Promise<unknown> =>
  worker.evaluate(`(async () => {
    const { tag, data } = shown[${index}];
    let work = Promise.resolve();
    const notification = { tag, data, close() { self.closed = tag; } };
    const event = new Event('notificationclick');
    Object.assign(event, { action: '${action}', notification, waitUntil: (promise) => (work = promise) });
    dispatchEvent(event);
    await work;
  })()`);

async function rig() {
  const push = await pushRig();
  await push.push.add({ ...push.subscriber('other'), name: '<b>Phone</b>' });
  const agent = await forThisTest(
    servePage('small-vm', {
      push: push.push,
      protection: { ...UNPROTECTED, authenticator: fakeAuthenticator() },
    }),
  );
  const page = await open({
    url: `${agent.url}#panel=alerts`,
    context: {},
    async before(fresh) {
      await fresh.exposeFunction('subscribeAtService', (key: string) => push.service.subscribe('page', key));
      await fresh.addInitScript(BROWSER);
      await beginSession(fresh, agent.url);
    },
  });
  return { ...push, agent, page, control: page.getByRole('region', { name: 'Notifications' }) };
}

/** The running service worker, and a way to hand it messages as the browser does. */
async function workerOf(page: Page, origin: string) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const one = registrations.find(({ isDeleted }) => !isDeleted);
      if (one !== undefined) resolve(one.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(WORKER);
  const deliver = (data: string): Promise<unknown> =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  const shown = (): Promise<Record<string, unknown>[]> => worker.evaluate('shown');
  return { worker, deliver, shown };
}

it('notifications of this browser are turned on, shown, acknowledged, replaced by the end, and turned off', async () => {
  const { agent, page, control, service, push, silences, tell, taken } = await rig();
  await control.getByText('Notifications also go to <b>Phone</b>, added').waitFor();
  await control.getByRole('button', { name: 'Remove <b>Phone</b>' }).click();
  await control.getByText('Phone').waitFor({ state: 'detached' });
  await control.getByRole('button', { name: 'Notify this browser' }).click();
  await control.getByText('This browser gets notifications.').waitFor();
  expect(push.browsers()).toMatchObject([{ name: 'Chrome on Linux' }]);
  await control.getByRole('button', { name: 'Send a test' }).click();
  await control.getByText('The message was sent.').waitFor();

  const origin = agent.url.slice(0, -1);
  const { worker, deliver, shown } = await workerOf(page, origin);
  expect(worker.url()).toBe(`${agent.url}service-worker.js`);
  tell(alertChange('begin'));
  await taken(2);
  await deliver(service.taken[1]?.text ?? '');
  await expect.poll(shown).toMatchObject([
    {
      title: expect.stringMatching(/^WARNING: CPU_TOTAL 75\.25 on /) as string,
      body: expect.stringContaining('Top processes: stress, node') as string,
      actions: [{ action: 'acknowledge', title: 'Acknowledge' }],
      data: { path: '#at=1767225600000' },
    },
  ]);
  await click(worker, 'acknowledge', 0);
  expect(silences.list()).toMatchObject([{ type: 'CPU_TOTAL', until: null, note: 'by Chrome on Linux' }]);
  expect(await shown()).toHaveLength(1);

  tell(alertChange('end'));
  await taken(3);
  await deliver(service.taken[2]?.text ?? '');
  await expect.poll(async () => (await shown()).length).toBe(2);
  const [begin, end] = await shown();
  expect(end).toMatchObject({
    tag: begin?.['tag'],
    silent: true,
    title: expect.stringMatching(/^Ended/) as string,
  });
  await deliver('no JSON');
  await expect
    .poll(async () => (await shown())[2]?.['body'])
    .toBe('This notification cannot be read. Open the page.');

  // The token belonged to a removed browser.
  await control.getByRole('button', { name: 'Turn off' }).click();
  await control.getByRole('button', { name: 'Notify this browser' }).waitFor();
  expect(push.browsers()).toEqual([]);
  await click(worker, 'acknowledge', 0);
  expect((await shown()).at(-1)).toMatchObject({
    title: 'The alert is not acknowledged',
    body: 'There is no such token. Acknowledge it on the page.',
    tag: begin?.['tag'],
  });
});
