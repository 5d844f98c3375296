import { backslashed } from '../../../net/deliver/plain-text.ts';
import { defineTarget } from '../target-type.ts';
import { jsonPost, webhookOption } from './json-post.ts';

/** Special characters of Discord's Markdown, mentions, emoji and links. Those for the start of a line never appear there. */
const MARKUP = /[\\*_~`|<>@#:[\]()]/g;
/** Longest message. */
const LONGEST = 2000;
const SUPPRESS_EMBEDS = 4;

/** https://discord.com/developers/docs/resources/webhook#execute-webhook: no mentions, no embeds. */
export const discord = defineTarget({
  type: 'discord',
  description: 'A channel of Discord, by a webhook.',
  options: webhookOption('Address of the webhook.', 'https://discord.com/api/webhooks/0/x'),
  required: ['webhook_url'],
  compose: ({ title, text, link }, { webhook_url: url }) =>
    jsonPost(url as URL, {
      content: content(`${title}\n${text}`, link === null ? '' : `\n<${link}>`),
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    }),
});

/** Cut between characters, never after a backslash. */
const content = (text: string, end: string): string =>
  backslashed(text, MARKUP)
    .slice(0, LONGEST - end.length)
    .replace(/(?<!\\)((?:\\\\)*)\\$/, '$1') + end;
