import { integerOption, parsedSecretOption } from '../../../core/options.ts';
import { parseToken } from '../../../net/deliver/parse.ts';
import { shortened } from '../../../net/deliver/plain-text.ts';
import { withLink } from '../message.ts';
import { defineTarget, type HttpDelivery } from '../target-type.ts';
import { incidentKey } from './incident.ts';
import { below, jsonPost, serverOption } from './json-post.ts';

/** https://docs.opsgenie.com/docs/alert-api: the end of an event closes its alert. An open alert's priority changes only on request. */
export const opsgenie = defineTarget({
  type: 'opsgenie',
  description: 'Alerts of Opsgenie, which the end of an alert closes.',
  options: {
    api_key: parsedSecretOption(parseToken, 'Key of an API integration.'),
    priority_warning: integerOption(3, 'Priority of warnings: 1 is the highest.', [1, 5]),
    priority_critical: integerOption(1, 'Priority of critical events.', [1, 5]),
    server: serverOption(
      'Address of the API; in the EU https://api.eu.opsgenie.com.',
      'https://api.opsgenie.com',
    ),
  },
  required: ['api_key'],
  separate: true,
  compose(message, { api_key, server, ...priorities }) {
    const { notice, title, link } = message;
    const { event, kind, host } = notice;
    const alias = incidentKey(notice, 512);
    const post = (path: string, body: object): HttpDelivery =>
      jsonPost(below(server, `v2/alerts${path}`), body, { authorization: `GenieKey ${api_key}` });
    const existing = (action: string): string =>
      `/${encodeURIComponent(alias)}/${action}?identifierType=alias`;
    const isCritical = event?.state === 'CRITICAL';
    const level = isCritical ? priorities.priority_critical : priorities.priority_warning;
    const priority = event === null ? 'P5' : `P${level}`;
    const source = shortened(host, 100);
    const description = shortened(withLink(message), 15_000);
    if (kind === 'end') return post(existing('close'), { source, note: description });
    if (kind === 'change') return { ...post(existing('priority'), { priority }), method: 'PUT' };
    return post('', {
      message: shortened(title, 130),
      alias,
      description,
      entity: shortened(host, 512),
      source,
      priority,
      ...(event !== null && { details: { plugin: event.plugin, ...(link !== null && { link }) } }),
    });
  },
});
