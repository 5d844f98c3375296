import { defineTarget } from '../target-type.ts';
import { jsonPost, webhookOption } from './json-post.ts';

/** Escapes the three special characters of Slack, as documented. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks. `mrkdwn: false` disables formatting, links of names and
 * previews.
 */
export const slack = defineTarget({
  type: 'slack',
  description: 'A channel of Slack, by an incoming webhook.',
  options: webhookOption('Address of the incoming webhook.', 'https://hooks.slack.com/services/T0/B0/x'),
  required: ['webhook_url'],
  compose: ({ title, text, link }, { webhook_url: url }) =>
    jsonPost(url as URL, {
      text: escaped(`${title}\n${text}`) + (link === null ? '' : `\n<${link}>`),
      mrkdwn: false,
      link_names: false,
      unfurl_links: false,
      unfurl_media: false,
    }),
});
