import { createHmac } from 'node:crypto';
import { parsedSecretOption, secretOption } from '../../../core/options.ts';
import { parseHeaders, parseToken, parseWebUrl } from '../../../net/deliver/parse.ts';
import { defineTarget } from '../target-type.ts';
import { eventBody } from './event-body.ts';

/** Signature for verifying a request: HMAC-SHA256 (RFC 2104) over `<timestamp>.<body>`. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex')}`;

/** A POST request with a JSON body to any address. */
export const webhook = defineTarget({
  type: 'webhook',
  description: 'A POST request with a JSON body to an address of your own.',
  options: {
    webhook_url: parsedSecretOption(
      parseWebUrl,
      'Address that takes the request.',
      'https://example.org/hook',
    ),
    secret: secretOption('Key with which requests are signed (HMAC-SHA256).'),
    token: parsedSecretOption(parseToken, 'Sent as Authorization: Bearer.'),
    headers: parsedSecretOption(parseHeaders, 'Further headers, as Name: value, separated by commas.'),
  },
  required: ['webhook_url'],
  check({ token, webhook_url: url, headers }) {
    const given = [token !== undefined, url?.password !== '', headers?.has('authorization') === true];
    return given.filter(Boolean).length > 1
      ? 'has more than one authorization: keep one of token, the password in webhook_url and the header'
      : null;
  },
  compose(message, { webhook_url: url, secret, token, headers }, now) {
    const body = eventBody(message);
    const timestamp = String(Math.floor(now / 1000));
    return {
      protocol: 'http',
      url: url as URL,
      headers: {
        ...Object.fromEntries(headers ?? []),
        'content-type': 'application/json',
        'x-gander-delivery': message.notice.id,
        'x-gander-timestamp': timestamp,
        ...(secret !== undefined && { 'x-gander-signature': signatureOf(secret, timestamp, body) }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body,
    };
  },
});
