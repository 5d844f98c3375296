import { type Option, parsedOption, parsedSecretOption } from '../../../core/options.ts';
import { matching, parseWebUrl } from '../../deliver/parse.ts';
import { defineTarget } from '../target-type.ts';
import { below, jsonPost } from './json-post.ts';

/**
 * https://core.telegram.org/bots/api#sendmessage. Telegram finds @names, #tags, /commands and addresses in plain text by
 * itself, but not in preformatted text: so the whole message is marked as that, by position, without any escaping.
 * Positions count UTF-16 code units, as JavaScript does.
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
    server: {
      ...parsedOption(parseWebUrl, 'Address of the Bot API.', 'https://api.telegram.org'),
      fallback: 'https://api.telegram.org',
    } as Option<URL>,
  },
  required: ['token', 'chat_id'],
  compose({ title, text }, { token, chat_id, server }) {
    const whole = `${title}\n${text}`;
    return jsonPost(below(server, `./bot${token}/sendMessage`), {
      chat_id,
      text: whole,
      entities: [{ type: 'pre', offset: 0, length: whole.length }],
      link_preview_options: { is_disabled: true },
    });
  },
});
