import { parsedOption, parsedSecretOption } from '../../../core/options.ts';
import { matching } from '../../../net/deliver/parse.ts';
import { shortened } from '../../../net/deliver/plain-text.ts';
import { defineTarget } from '../target-type.ts';
import { below, jsonPost, serverOption } from './json-post.ts';

/** Characters of a message; longer ones are rejected. */
const LONGEST = 4096;

/**
 * https://core.telegram.org/bots/api#sendmessage. Telegram detects @names, #tags, /commands and URLs in plain text, but not in
 * preformatted text, so the whole message is an entity of that type, without escaping. Offsets are UTF-16 code units, as in
 * JavaScript.
 */
export const telegram = defineTarget({
  type: 'telegram',
  description: 'A chat of Telegram, by a bot.',
  options: {
    token: parsedSecretOption(
      matching(/^\d+:[\w-]+$/, 'a token such as 123456:ABC-def'),
      'Token of the bot, as BotFather gives it.',
    ),
    chat_id: parsedOption(
      matching(/^(-?\d+|@\w+)$/, 'the number of a chat or the @name of a channel'),
      'Number of the chat, or @name of a public channel.',
      '-1001234567890',
    ),
    server: serverOption('Address of the Bot API.', 'https://api.telegram.org'),
  },
  required: ['token', 'chat_id'],
  compose({ title, text, link }, { token, chat_id, server }) {
    const end = link === null ? '' : `\n${link}`;
    const whole = shortened(`${title}\n${text}`, LONGEST - end.length);
    return jsonPost(below(server, `./bot${token}/sendMessage`), {
      chat_id,
      text: whole + end,
      entities: [{ type: 'pre', offset: 0, length: whole.length }],
      link_preview_options: { is_disabled: true },
    });
  },
});
