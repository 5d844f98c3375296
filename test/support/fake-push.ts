/** Subscriptions of browsers, without real browsers. */
import type { Push, PushBrowser, PushSubscriber } from '../../src/alerts/push/push.ts';

/** @param added receives added ones */
export function fakePush(more: Partial<Push> = {}, added: PushSubscriber[] = []): Push {
  const shown = (): PushBrowser[] => added.map(({ name }, at) => ({ id: `b${at}`, name, since: 5 }));
  return {
    obstacle: () => null,
    publicKey: () => 'K',
    browsers: shown,
    problemOf: () => null,
    async add(subscriber) {
      added.push(subscriber);
      return shown()[0] as PushBrowser;
    },
    remove: async (id) => id === 'b0',
    test: async (id) => (id === 'b0' ? { isSent: true, text: 'status 201' } : null),
    acknowledge: async (token) =>
      token === 'right' ? 'acknowledged' : token === 'starred' ? 'on-page' : null,
    ...more,
  };
}
