import { backslashed, shortened } from '../../../net/deliver/plain-text.ts';
import { defineTarget } from '../target-type.ts';
import { jsonPost, webhookOption } from './json-post.ts';

const MARKUP = /[\\*_~`|<>#:[\]()!$^+=-]/g;
/** Characters of a post; longer ones are split. */
const LONGEST = 16_383;

/**
 * https://developers.mattermost.com/integrate/webhooks/incoming. `@all` cannot be escaped with a backslash, only with a zero-width
 * space (U+200B) after the `@`.
 */
export const mattermost = defineTarget({
  type: 'mattermost',
  description: 'A channel of Mattermost, by an incoming webhook.',
  options: webhookOption('Address of the incoming webhook.', 'https://chat.example.org/hooks/x'),
  required: ['webhook_url'],
  compose({ title, text, link }, { webhook_url: url }) {
    const escaped = backslashed(`${title}\n${text}`, MARKUP).replaceAll('@', '@\u200B');
    const end = link === null ? '' : `\n<${link}>`;
    return jsonPost(url as URL, { text: shortened(escaped, LONGEST - end.length) + end });
  },
});
