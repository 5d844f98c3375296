import {
  type Option,
  parsedOption,
  parsedSecretOption,
  secretOption,
  textOption,
} from '../../../core/options.ts';
import type { Notice } from '../notice.ts';
import { matching, parseToken, parseWebUrl } from '../../deliver/parse.ts';
import { defineTarget } from '../target-type.ts';
import { jsonPost } from './json-post.ts';
import { priorityOf, priorityOptions } from './priority.ts';

/** Tags that ntfy shows as signs. */
function tagOf({ kind, event }: Notice): string {
  if (kind === 'end' || event === null) return 'white_check_mark';
  return event.state === 'CRITICAL' ? 'rotating_light' : 'warning';
}

/** https://docs.ntfy.sh/publish/#publish-as-json: no text ever stands in a header. */
export const ntfy = defineTarget({
  type: 'ntfy',
  description: 'Push messages by ntfy (ntfy.sh or a server of your own).',
  options: {
    server: {
      ...parsedOption(parseWebUrl, 'Address of the server.', 'https://ntfy.sh'),
      fallback: 'https://ntfy.sh',
    } as Option<URL>,
    topic: parsedSecretOption(
      matching(/^[\w-]{1,64}$/, 'up to 64 letters, digits, _ and -'),
      'Topic; on a public server, whoever knows it can read along.',
      'gander-q7xk2',
    ),
    token: parsedSecretOption(parseToken, 'Access token.'),
    username: textOption(undefined, 'User name, where there is no token.'),
    password: secretOption('Its password.'),
    ...priorityOptions({ warning: 4, critical: 5, end: 3 }, [1, 5]),
  },
  required: ['topic'],
  check({ token, username, password }) {
    if ((username === undefined) !== (password === undefined))
      return 'needs both username and password, or neither';
    return token !== undefined && username !== undefined
      ? 'has a token and a user name: keep one of them'
      : null;
  },
  compose({ notice, title, text }, { server, topic, token, username, password, ...priorities }) {
    const body = {
      topic,
      title,
      message: text,
      priority: priorityOf(notice, priorities),
      tags: [tagOf(notice)],
      markdown: false,
    };
    return jsonPost(server, body, authorization(token, username, password));
  },
});

function authorization(token?: string, username?: string, password?: string): Record<string, string> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (username === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}` };
}
