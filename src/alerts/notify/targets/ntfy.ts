import { parsedSecretOption } from '../../../core/options.ts';
import type { Notice } from '../../../core/notice.ts';
import { matching } from '../../../net/deliver/parse.ts';
import { defineTarget } from '../target-type.ts';
import { jsonPost, serverOption } from './json-post.ts';
import { loginHeader, loginOptions, loginProblem } from './login.ts';
import { priorityOf, priorityOptions } from './priority.ts';

/** Tags that ntfy shows as emoji. */
function tagOf({ kind, event }: Notice): string {
  if (kind === 'end' || event === null) return 'white_check_mark';
  return event.state === 'CRITICAL' ? 'rotating_light' : 'warning';
}

/** https://docs.ntfy.sh/publish/#publish-as-json: headers contain no text of a message. */
export const ntfy = defineTarget({
  type: 'ntfy',
  description: 'Push messages by ntfy (ntfy.sh or a server of your own).',
  options: {
    server: serverOption('Address of the server.', 'https://ntfy.sh'),
    topic: parsedSecretOption(
      matching(/^[\w-]{1,64}$/, 'up to 64 letters, digits, _ and -'),
      'Topic; on a public server, anyone who knows it can read the messages.',
      'gander-q7xk2',
    ),
    ...loginOptions,
    ...priorityOptions({ warning: 4, critical: 5, end: 3 }, [1, 5]),
  },
  required: ['topic'],
  check: loginProblem,
  compose({ notice, title, text, link }, { server, topic, token, username, password, ...priorities }) {
    const body = {
      topic,
      title,
      message: bounded(text),
      priority: priorityOf(notice, priorities),
      tags: [tagOf(notice)],
      markdown: false,
      ...(link !== null && { click: link }),
    };
    return jsonPost(server, body, loginHeader({ token, username, password }));
  },
});

/** Bytes of a message; longer ones become files. */
const MOST_BYTES = 4096;

/** Cut between characters: the decoder withholds an incomplete one. */
const bounded = (text: string): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, MOST_BYTES), { stream: true });
