import { parsedOption, parsedSecretOption } from '../../../core/options.ts';
import { matching, parseWebUrl } from '../../../net/deliver/parse.ts';
import { defineTarget } from '../target-type.ts';
import { eventBody } from './event-body.ts';
import { below } from './json-post.ts';

/**
 * https://www.home-assistant.io/docs/automation/trigger/#webhook-trigger: the automation reads `trigger.json`. Home Assistant accepts
 * requests to webhooks that do not exist, too.
 */
export const homeassistant = defineTarget({
  type: 'homeassistant',
  description: 'Automations of Home Assistant, by a webhook trigger.',
  options: {
    server: parsedOption(parseWebUrl, 'Address of Home Assistant.', 'http://homeassistant.local:8123'),
    webhook_id: parsedSecretOption(
      matching(/^(?!\.+$)[\w.-]{1,128}$/, 'up to 128 letters, digits, _, . and -'),
      'ID of the webhook trigger.',
    ),
  },
  required: ['server', 'webhook_id'],
  compose: (message, { server, webhook_id: id }) => ({
    protocol: 'http',
    url: below(server as URL, `api/webhook/${id}`),
    headers: { 'content-type': 'application/json' },
    body: eventBody(message),
  }),
});
