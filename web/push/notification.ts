/** From a message of the agent to the notification of the browser. Pure. */
import type { PushNotification } from '../../src/core/push-notification.ts';

export const ACKNOWLEDGE = 'acknowledge';

/** What a notification remembers until somebody clicks it. */
export interface Remembered {
  /** Address of its moment, relative to the page. */
  path: string;
  /** Acknowledges the alert; null: there is nothing to acknowledge. */
  token: string | null;
}

/** The types of pages lack what service workers may do. */
export interface ShownOptions extends NotificationOptions {
  renotify?: boolean;
  actions?: readonly { action: string; title: string }[];
  data: Remembered;
}

export interface Shown {
  title: string;
  options: ShownOptions;
}

/** @param read gets the message, and throws for one that is none: browsers demand a notification for each */
export function shownOf(read: () => unknown): Shown {
  try {
    const { title, body, tag, path, isLoud, stays, token } = read() as PushNotification;
    return {
      title,
      options: {
        body,
        tag,
        renotify: isLoud,
        silent: !isLoud,
        requireInteraction: stays,
        ...(token !== null && { actions: [{ action: ACKNOWLEDGE, title: 'Acknowledge' }] }),
        data: { path, token },
      },
    };
  } catch {
    return {
      title: 'Gander',
      options: { body: 'This notification cannot be read. Open the page.', data: { path: '', token: null } },
    };
  }
}

/** In place of a notification whose alert could not be acknowledged. */
export const notAcknowledged = (reason: string, tag: string, data: Remembered): Shown => ({
  title: 'The alert is not acknowledged',
  options: { body: `${reason}. Acknowledge it on the page.`, tag, renotify: true, data },
});

/** The reason why an alert is not acknowledged; null: it is, or it has ended. */
export function reasonIn(status: number, answer: unknown): string | null {
  const { state, detail } = (answer ?? {}) as { state?: unknown; detail?: unknown };
  if (status === 200) return state === 'expired' ? 'The notification is too old' : null;
  return typeof detail === 'string' ? detail : `The agent answered with status ${status}`;
}
