/** Web push notifications of this browser. */
import { computed, type ComputedRef, ref, type Ref, shallowRef } from 'vue';
import type { PushBrowser } from '../../src/alerts/push/push.ts';
import { useGander } from '../state/gander.ts';
import { messageOf } from '../../src/core/message-of.ts';
import { browserName } from './browser-name.ts';
import { type PushList, type PushState, pushState, stateWords } from './push-state.ts';
import { t } from '../../src/show/display/language.ts';

export interface PushControl {
  state: ComputedRef<PushState>;
  /** One sentence; empty if a button says enough. */
  words: ComputedRef<string>;
  /** Other subscribed browsers. */
  others: ComputedRef<readonly PushBrowser[]>;
  /** Result of the last action. */
  outcome: Ref<{ text: string; isProblem: boolean }>;
  isBusy: Ref<boolean>;
  turnOn(): Promise<void>;
  turnOff(): Promise<void>;
  test(): Promise<void>;
  remove(id: string): Promise<void>;
}

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Same as in src/alerts/notify/web-push/browsers.ts. */
async function idOf({ endpoint }: PushSubscription): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return inBase64Url(hash).slice(0, 22);
}

const inBase64Url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const subscriptionOf = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;

const hasKey = (subscription: PushSubscription, key: string): boolean =>
  inBase64Url(subscription.options.applicationServerKey) === key;

/** Subscribes with this agent's key; replaces a subscription with the key of an agent that lost its state. */
async function subscribe(key: string): Promise<PushSubscription> {
  // Relative to the page, which sets the scope.
  await navigator.serviceWorker.register('service-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known !== null && !hasKey(known, key)) await known.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

export function usePush(): PushControl {
  const { client, rights } = useGander();
  const list = shallowRef<PushList | null>(null);
  const own = ref('');
  const permission = ref(isSupported() ? Notification.permission : 'default');
  const outcome = ref({ text: '', isProblem: false });
  const isBusy = ref(false);
  const read = async (): Promise<void> => {
    const found = await client.get<PushList>('api/push');
    const subscription = isSupported() ? await subscriptionOf() : null;
    own.value = subscription !== null && hasKey(subscription, found.key) ? await idOf(subscription) : '';
    list.value = found;
  };
  const facts = computed(() => ({
    isSecure: isSecureContext,
    isSupported: isSupported(),
    permission: permission.value,
    list: list.value && rights.limited(list.value, 'addPushBrowser'),
    own: own.value,
  }));
  const state = computed(() => pushState(facts.value));
  /** One action at a time. @param act returns the message, rejects with the reason */
  const once = async (act: () => Promise<string>): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    outcome.value = { text: '', isProblem: false };
    try {
      outcome.value = { text: await act(), isProblem: false };
    } catch (error) {
      outcome.value = { text: messageOf(error), isProblem: true };
    }
    // The state may have changed.
    await read().catch(() => undefined);
    if (isSupported()) permission.value = Notification.permission;
    isBusy.value = false;
  };
  const removed = async (id: string): Promise<string> => {
    await client.open(`api/push?id=${encodeURIComponent(id)}`, { method: 'DELETE' });
    return '';
  };
  if (state.value !== 'insecure')
    read().catch((error: unknown) => {
      outcome.value = { text: messageOf(error), isProblem: true };
    });
  return {
    state,
    words: computed(() => stateWords(facts.value)),
    others: computed(() => list.value?.browsers.filter(({ id }) => id !== own.value) ?? []),
    outcome,
    isBusy,
    turnOn: () =>
      once(async () => {
        // First: browsers prompt only on a click.
        if ((await Notification.requestPermission()) !== 'granted')
          throw new Error(t('The browser does not allow notifications of this page'));
        const { key = '' } = list.value ?? {};
        const subscription = await subscribe(key).catch((error: unknown) => {
          throw new Error(
            t('The browser does not subscribe to its push service: {reason}', {
              reason: messageOf(error),
            }),
          );
        });
        const { endpoint, keys } = subscription.toJSON();
        await client.post('api/push', { endpoint, keys, key, name: browserName(navigator.userAgent) });
        return '';
      }),
    turnOff: () =>
      once(async () => {
        await (await subscriptionOf())?.unsubscribe();
        return removed(own.value);
      }),
    test: () =>
      once(async () => {
        const path = `api/push/test?id=${encodeURIComponent(own.value)}`;
        const { sent, text } = await client.post<{ sent: boolean; text: string }>(path);
        if (!sent) throw new Error(text);
        return t('The message was sent.');
      }),
    remove: (id) => once(() => removed(id)),
  };
}
