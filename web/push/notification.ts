/** Converts an agent's message to a browser notification. Pure. */
import type { PushNotification } from '../../src/core/push-notification.ts';

export const ACKNOWLEDGE = 'acknowledge';

/** Data of a notification, used on click. */
export interface Remembered {
  /** Address of its time, relative to the page. */
  path: string;
  /** Path that acknowledges the alert; null: nothing to acknowledge. */
  token: string | null;
}

/** Missing from the types of pages. */
export interface ShownOptions extends NotificationOptions {
  renotify?: boolean;
  actions?: readonly { action: string; title: string }[];
  data: Remembered;
}

export interface ShownNotification {
  title: string;
  options: ShownOptions;
}

/** @param read parses the message; may throw: browsers require a notification for each message */
export function shownOf(read: () => unknown): ShownNotification {
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

/** Replaces a notification whose alert could not be acknowledged. */
export const notAcknowledged = (reason: string, tag: string, data: Remembered): ShownNotification => ({
  title: 'The alert is not acknowledged',
  options: { body: `${reason}. Acknowledge it on the page.`, tag, renotify: true, data },
});

/** Why an alert was not acknowledged; null: it was, or it has ended. */
export function reasonIn(status: number, answer: unknown): string | null {
  const { state, detail } = (answer ?? {}) as { state?: unknown; detail?: unknown };
  if (status === 200) return state === 'expired' ? 'The notification is too old' : null;
  return typeof detail === 'string' ? detail : `The agent answered with status ${status}`;
}
