/** `/api/push`: subscriptions of browsers to notifications, and acknowledgements from there. */
import type { FastifyRequest } from 'fastify';
import { createLoginThrottle } from '../../net/credentials/login-throttle.ts';
import { answering } from '../../http/server/answer.ts';
import { ApiError } from '../../http/server/errors.ts';
import { saved } from '../../http/server/saved.ts';
import { bodyOf } from '../../http/server/require-json.ts';
import { wrongToken } from '../../http/server/wrong-token.ts';
import {
  closed,
  flag,
  integer,
  listOf,
  NOTHING,
  oneOf,
  orNull,
  text,
  type TypeOf,
  where,
} from '../../core/shape.ts';
import { EVENTS } from '../../http/openapi/tags.ts';
import type { Resolved } from '../../core/parts/service.ts';
import { ONLY_WITH_PASSWORD, refuse, withoutPassword } from '../../http/route/refusals.ts';
import { type Acknowledged, Push, type PushSubscriber } from './push.ts';
import { documentQuery, readQuery, textQuery } from '../../http/route/query.ts';
import { jsonBody } from '../../http/openapi/parameters.ts';
import { defineRoute, shared } from '../../http/route/route.ts';
import { Access, Now } from '../../http/route/services.ts';

const MOST_NAME = 60;

const BROWSER = closed('A browser.', {
  id: text('The first 22 characters of the SHA-256 of its endpoint in base64url.'),
  name: text('Display name.'),
  since: integer('Milliseconds since 1970.'),
});
const EXAMPLE = { id: 'hQ3xq0i2o0bVtqC1uYwCqg', name: 'Firefox on Android', since: 1_795_824_000_000 };
const KEY = text('Public key of this agent (P-256) in base64url.');
const SUBSCRIPTION = closed('A push subscription that the browser created with the key of this agent.', {
  endpoint: text('Address of the browser at its push service, over https.'),
  keys: closed('Keys of the browser in base64url.', {
    p256dh: text('Its public key (P-256).'),
    auth: text('Its secret of 16 bytes.'),
  }),
  key: KEY,
  name: where(
    text('Display name.', { maxLength: MOST_NAME }),
    `one line of 1 to ${MOST_NAME} characters`,
    (name) => name.trim() !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name),
  ),
});
const TOKEN = closed('A token.', { token: text('Token of the notification.') });
const EXAMPLE_KEY = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';

const QUERY = { id: textQuery('The browser.', { required: true, example: EXAMPLE.id }) };

const STATES: readonly Acknowledged[] = ['acknowledged', 'over', 'expired'];

const uses = { push: Push, access: Access, now: Now };
type Given = Resolved<typeof uses>;

const throttleOf = shared(
  ({ push }: Given) => push,
  () => createLoginThrottle(() => performance.now()),
);

export const pushRoutes = [
  defineRoute({
    path: '/api/push',
    access: 'viewer',
    uses,
    id: 'getPush',
    tag: EVENTS,
    summary: 'Browsers that get notifications',
    answer: closed('The browsers, and the key with which others subscribe.', {
      key: KEY,
      browsers: listOf(BROWSER),
      editable: flag('Whether browsers can be added.'),
      reason: orNull(text('Reason why not; null where `editable` is true.')),
    }),
    says: 'The browsers, the latest first.',
    example: { key: EXAMPLE_KEY, browsers: [EXAMPLE], editable: true, reason: null },
    handler: answering((given) => {
      const { push } = given;
      const reason = refusalOf(given);
      return {
        key: push.publicKey(),
        browsers: push.browsers(),
        editable: reason === null,
        reason,
      };
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/push',
    access: 'operator',
    uses,
    id: 'addPushBrowser',
    tag: EVENTS,
    summary: 'Notify a browser',
    description: `${ONLY_WITH_PASSWORD} Replaces an earlier subscription with the same endpoint. The content type must be JSON (415).`,
    body: jsonBody(SUBSCRIPTION, {
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAAB',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      key: EXAMPLE_KEY,
      name: EXAMPLE.name,
    }),
    answer: BROWSER,
    says: 'The browser gets notifications.',
    example: EXAMPLE,
    refusals: { '400': 'BadQuery' },
    handler: answering(async (given, request) => {
      refuse(refusalOf(given));
      const { push } = given;
      const subscriber = subscriberIn(bodyOf(request, SUBSCRIPTION), push, originOf(request.headers.origin));
      return saved('The browser', push.add(subscriber));
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/push',
    access: 'operator',
    uses,
    id: 'removePushBrowser',
    tag: EVENTS,
    summary: 'Stop notifying a browser',
    description: ONLY_WITH_PASSWORD,
    parameters: documentQuery(QUERY),
    answer: NOTHING,
    says: 'The browser gets no more notifications.',
    example: {},
    refusals: { '400': 'BadQuery', '404': 'UnknownName' },
    handler: answering(async (given, request) => {
      refuse(closedReason(given));
      const id = idIn(request, given);
      if (!(await saved('The browser', given.push.remove(id)))) throw noBrowser();
      return {};
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/push/test',
    access: 'operator',
    uses,
    id: 'testPushBrowser',
    tag: EVENTS,
    summary: 'Send a test message to a browser',
    description: ONLY_WITH_PASSWORD,
    parameters: documentQuery(QUERY),
    answer: closed('Result of the test message.', {
      sent: flag('Whether the push service accepted the message.'),
      text: text('Answer of the service in words.'),
    }),
    says: 'The push service has answered, or cannot be reached.',
    example: { sent: true, text: '"browser-hQ3xq0i2" (webpush) took the test message: status 201.' },
    refusals: { '400': 'BadQuery', '404': 'UnknownName' },
    handler: answering(async (given, request) => {
      refuse(refusalOf(given));
      const id = idIn(request, given);
      const result = await given.push.test(id);
      if (result === null) throw noBrowser();
      return { sent: result.isSent, text: result.text };
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/push/acknowledge',
    access: 'open',
    isAudited: true,
    uses,
    id: 'acknowledgePush',
    tag: EVENTS,
    summary: 'Acknowledge the alert of a notification',
    description:
      'The token of the notification is the only credential. It is for one alert and one browser, and valid for seven days.',
    body: jsonBody(TOKEN, { token: 'hQ3xq0i2o0bVtqC1uYwCqg.7.1795824000.1796428800000.aBcD' }),
    answer: closed('Result of the acknowledgement.', {
      state: oneOf(STATES, '`over`: the alert has ended; `expired`: the token has expired.'),
    }),
    says: 'The token is genuine; `state` is the result.',
    example: { state: 'acknowledged' },
    refusals: { '400': 'BadQuery', '404': 'UnknownName', '429': 'TooManyTokens' },
    handler: answering(async (given, request) => {
      const { token } = bodyOf(request, TOKEN);
      const state = await saved('The acknowledgement', given.push.acknowledge(token));
      if (state === null) throw wrongToken(throttleOf(given), request.ip, 'There is no such token');
      if (state === 'on-page')
        throw new ApiError(400, 'The alert has a silence with an end or times, or a name with *');
      return { state };
    }),
  }),
];

/** Why nothing can be changed; null: it can. */
const closedReason = ({ access }: Given): string | null =>
  withoutPassword(
    access,
    'Browsers are notified only where a password is set: start the agent with --password',
  );

/** Why no browser can be added; null: it can. */
const refusalOf = (given: Given): string | null => closedReason(given) ?? given.push.obstacle();

const idIn = ({ query }: FastifyRequest, { now }: Given): string => readQuery(QUERY, query, now()).id ?? '';

const noBrowser = (): ApiError => new ApiError(404, 'There is no such browser');

/** Origin of the page over https; null: it is at localhost. */
const originOf = (origin: string | undefined): string | null =>
  origin !== undefined && URL.canParse(origin) && new URL(origin).protocol === 'https:'
    ? new URL(origin).origin
    : null;

function subscriberIn(
  { endpoint, keys: { p256dh, auth }, key, name }: TypeOf<typeof SUBSCRIPTION>,
  push: Push,
  origin: string | null,
): PushSubscriber {
  if (key !== push.publicKey())
    throw new ApiError(400, 'key must be that of this agent, which has changed: reload the page');
  const subscriber = { endpoint, p256dh, auth, name, origin };
  const problem = push.problemOf(subscriber);
  if (problem !== null) throw new ApiError(400, problem);
  return subscriber;
}
