import { parsedOption, parsedSecretOption } from '../../../core/options.ts';
import { parseToken, parseWebUrl } from '../../../net/deliver/parse.ts';
import { defineTarget } from '../target-type.ts';
import { below, jsonPost } from './json-post.ts';
import { priorityOf, priorityOptions } from './priority.ts';

/** https://gotify.net/api-docs, POST /message. */
export const gotify = defineTarget({
  type: 'gotify',
  description: 'Push messages by a Gotify server.',
  options: {
    server: parsedOption(parseWebUrl, 'Address of the server.', 'https://gotify.example.org'),
    token: parsedSecretOption(parseToken, 'Token of the application.'),
    ...priorityOptions({ warning: 5, critical: 8, end: 3 }, [0, 10]),
  },
  required: ['server', 'token'],
  compose({ notice, title, text, link }, { server, token, ...priorities }) {
    const body = {
      title,
      message: text,
      priority: priorityOf(notice, priorities),
      extras: {
        'client::display': { contentType: 'text/plain' },
        ...(link !== null && { 'client::notification': { click: { url: link } } }),
      },
    };
    return jsonPost(below(server as URL, 'message'), body, { 'x-gotify-key': token as string });
  },
});
