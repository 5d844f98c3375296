import { createHash } from 'node:crypto';
import { OptionError } from '../../../core/option-parse.ts';
import {
  flagOption,
  parsedOption,
  parsedSecretOption,
  secretOption,
  textOption,
} from '../../../core/options.ts';
import type { PushNotification } from '../../../core/push-notification.ts';
import { parseWebUrl } from '../../../net/deliver/parse.ts';
import { shortened } from '../../../net/deliver/plain-text.ts';
import { type Message, pathTo } from '../message.ts';
import { defineTarget, type TargetType } from '../target-type.ts';
import { acknowledgeToken } from '../web-push/acknowledgement.ts';
import { MOST_TEXT_BYTES } from '../web-push/encrypt.ts';
import { incidentKey } from './incident.ts';

/** Seconds that a push service keeps a message for an offline browser. */
const TTL = 86_400;
const MOST_TITLE = 150;

/** RFC 8292, 2.1. */
function parseContact(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || !/^(?:https:\/\/.|mailto:[^@\s]+@[^@\s]+$)/.test(url.href))
    throw new OptionError('expected an address that starts with mailto: or https://');
  return url.href;
}

/** RFC 8030, RFC 8291 and RFC 8292; web/push/ displays the messages. */
export const webpush: TargetType = defineTarget({
  type: 'webpush',
  description:
    'Browsers that were added on the page, by web push. They need no section; one, with any name, has their filters.',
  options: {
    contact: parsedOption(
      parseContact,
      'Address at which a push service can reach you, as its operators ask for; unset: that of the page.',
      'mailto:ops@example.org',
    ),
    private_addresses: flagOption(
      false,
      'Allow push services at private and loopback addresses, such as one of your own.',
    ),
  },
  required: [],
  separate: true,
  receiver: {
    id: textOption('', 'Of the browser.'),
    origin: textOption(undefined, 'Of the page.'),
    endpoint: parsedSecretOption(parseWebUrl, 'Address of the browser at its push service.'),
    p256dh: textOption('', 'Public key of the browser.'),
    auth: secretOption('Secret of the browser.'),
    secret: secretOption('Key of its tokens.'),
    key: secretOption('Private key of this agent.'),
  },
  compose(message, options, now) {
    const {
      contact,
      private_addresses: mayBeInternal,
      id,
      origin,
      endpoint,
      p256dh,
      auth,
      secret,
      key,
    } = options;
    const { notice } = message;
    const token =
      notice.event === null || notice.event.end >= 0
        ? null
        : acknowledgeToken(notice.event, { id, secret: secret as string }, now);
    return {
      protocol: 'push',
      browser: id,
      url: endpoint as URL,
      keys: { p256dh, auth: auth as string },
      key: key as string,
      contact: contact ?? origin ?? 'mailto:gander@localhost.localdomain',
      text: fitting(notificationOf(message, token)),
      ttl: TTL,
      urgency: notice.event?.state === 'CRITICAL' && notice.kind !== 'end' ? 'high' : 'normal',
      mayBeInternal,
    };
  },
});

/** Identity of an alert from start to end. Momentary events have their own tags. */
function tagOf({ notice }: Message): string {
  const { event, kind } = notice;
  const moment = event !== null && kind === 'begin' && event.end >= 0 ? `/${event.begin}` : '';
  return createHash('sha256')
    .update(incidentKey(notice, 255) + moment)
    .digest('base64url')
    .slice(0, 32);
}

function notificationOf(message: Message, token: string | null): PushNotification {
  const { notice, title, text } = message;
  const { event, kind } = notice;
  return {
    title: shortened(title, MOST_TITLE),
    body: text,
    tag: tagOf(message),
    path: event === null ? '' : pathTo(event),
    isLoud: kind !== 'end',
    stays: kind !== 'end' && event?.state === 'CRITICAL',
    token,
  };
}

/** JSON, limited to the size of a message. */
function fitting(notification: PushNotification): string {
  for (let longest = 1000; ; longest = Math.floor(longest / 2)) {
    const text = JSON.stringify({ ...notification, body: shortened(notification.body, longest) });
    if (Buffer.byteLength(text) <= MOST_TEXT_BYTES) return text;
  }
}
