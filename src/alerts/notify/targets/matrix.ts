import { parsedOption, parsedSecretOption } from '../../../core/options.ts';
import { matching, parseToken, parseWebUrl } from '../../../net/deliver/parse.ts';
import { withLink } from '../message.ts';
import { defineTarget } from '../target-type.ts';
import { below, jsonPost } from './json-post.ts';

/**
 * https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid. The plain `body` has no markup,
 * and an empty `m.mentions` mentions nobody. A repeated request has the same transaction.
 */
export const matrix = defineTarget({
  type: 'matrix',
  description: 'A room of Matrix.',
  options: {
    server: parsedOption(parseWebUrl, 'Address of the home server.', 'https://matrix.example.org'),
    token: parsedSecretOption(parseToken, 'Access token of a user who is in the room.'),
    room: parsedOption(
      matching(/^![^\s/]+$/, 'the internal ID of a room, such as !abcdef:example.org'),
      'Internal ID of the room (not its #alias).',
      '!abcdef:example.org',
    ),
  },
  required: ['server', 'token', 'room'],
  compose(message, { server, token, room }) {
    const path = `_matrix/client/v3/rooms/${encodeURIComponent(room as string)}/send/m.room.message/${message.notice.id}`;
    const content = {
      msgtype: 'm.text',
      body: `${message.title}\n${withLink(message)}`,
      'm.mentions': {},
    };
    return {
      ...jsonPost(below(server as URL, path), content, { authorization: `Bearer ${token}` }),
      method: 'PUT',
    };
  },
});
