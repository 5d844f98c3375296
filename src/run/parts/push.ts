/** Operations of routes on browsers with notifications. */
import { isForbiddenAddress, isInternalAddress } from '../../core/forbidden-address.ts';
import { HostClock } from '../../core/base-services.ts';
import type { Clock } from '../../core/host.ts';
import { definePart } from '../../core/parts/part.ts';
import { optional } from '../../core/parts/service.ts';
import type { SavedEvent } from '../../core/event.ts';
import { isBroad, Silences } from '../../alerts/silences/silences.ts';
import type { Target } from '../../alerts/notify/target.ts';
import { webpush } from '../../alerts/notify/targets/webpush.ts';
import { rightOf } from '../../alerts/notify/web-push/acknowledgement.ts';
import { type Browser, Browsers, isEndpoint, MOST_BROWSERS } from '../../alerts/notify/web-push/browsers.ts';
import { areBrowserKeys } from '../../alerts/notify/web-push/encrypt.ts';
import { Push, type PushBrowser } from '../../alerts/push/push.ts';
import { targetOf } from './browsers.ts';
import { Notifications } from './notifications.ts';
import { Targets } from './targets.ts';

interface PushSetup {
  browsers: Browsers;
  targets: Pick<Targets, 'configured'>;
  notifications: Pick<Notifications, 'test'>;
  /** A notified alert by number; null: it is over. */
  alert(id: number): SavedEvent | null;
  /** Null: events are not kept. */
  silences: Silences | null;
  clock: Pick<Clock, 'now'>;
}

export function createPush({
  browsers,
  targets,
  notifications,
  alert: find,
  silences,
  clock,
}: PushSetup): Push {
  const target = (): Target | undefined => targets.configured().find(({ type }) => type === webpush);
  return {
    obstacle: () =>
      target() === undefined
        ? 'Notifications of browsers are disabled: remove disable=True from the section with type=webpush'
        : null,
    publicKey: browsers.publicKey,
    browsers: () => browsers.list().map(shown),
    problemOf({ endpoint, p256dh, auth }) {
      if (!isEndpoint(endpoint)) return 'endpoint must be an address that starts with https://';
      if (!areBrowserKeys({ p256dh, auth })) return 'keys must be those of a push subscription';
      const mayBeInternal = target()?.options['private_addresses'] === true;
      const isForbidden = mayBeInternal ? isForbiddenAddress : isInternalAddress;
      if (
        browsers.list().length >= MOST_BROWSERS &&
        browsers.list().every((one) => one.endpoint !== endpoint)
      )
        return `${MOST_BROWSERS} browsers get notifications already: remove one first`;
      return isForbidden(new URL(endpoint).hostname.replace(/^\[(.*)\]$/, '$1'))
        ? 'endpoint must not be at a private address: private_addresses=True in a section with type=webpush allows it'
        : null;
    },
    add: async (subscriber) => shown(await browsers.add(subscriber)),
    remove: browsers.remove,
    test: (id) => notifications.test(targetOf(id)),
    async acknowledge(token) {
      const right = rightOf(token, browsers.list(), clock.now());
      if (right === null) return null;
      if (right.isExpired) return 'expired';
      const alert = find(right.event.id);
      if (silences === null || alert === null || alert.event.begin !== right.event.begin) return 'over';
      const { event, server } = alert;
      const type = server === undefined ? event.type : `${server.id}/${event.type}`;
      if (silences.acknowledges(type)) return 'acknowledged';
      // It would replace a planned silence, or silence other alerts too.
      if (isBroad({ type }) || silences.list().some((silence) => silence.type === type)) return 'on-page';
      await silences.set({ type, note: `by ${right.owner.name}`, until: null });
      return 'acknowledged';
    },
  };
}

export const pushPart = definePart({
  name: 'notifications of browsers',
  needs: {
    browsers: Browsers,
    targets: Targets,
    notifications: Notifications,
    silences: optional(Silences),
    clock: HostClock,
  },
  provides: Push,
  open: (met) => createPush({ ...met, alert: met.notifications.alert }),
});

const shown = ({ id, name, since }: Browser): PushBrowser => ({ id, name, since });
