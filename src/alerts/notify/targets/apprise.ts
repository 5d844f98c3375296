import { parsedOption, parsedSecretOption, textOption } from '../../../core/options.ts';
import { matching, parseWebUrl } from '../../../net/deliver/parse.ts';
import { withLink } from '../message.ts';
import type { Notice } from '../../../core/notice.ts';
import { defineTarget } from '../target-type.ts';
import { below, jsonPost } from './json-post.ts';
import { loginHeader, loginOptions, loginProblem } from './login.ts';

function typeOf({ kind, event }: Notice): string {
  if (event === null) return 'info';
  if (kind === 'end') return 'success';
  return event.state === 'CRITICAL' ? 'failure' : 'warning';
}

/** https://github.com/caronc/apprise-api, POST /notify/{KEY}: 204 means that nothing is configured for the key. */
export const apprise = defineTarget({
  type: 'apprise',
  description: 'Services configured in an Apprise API server.',
  options: {
    server: parsedOption(parseWebUrl, 'Address of the server.', 'http://localhost:8000'),
    key: parsedSecretOption(
      matching(/^[\w-]{1,128}$/, 'up to 128 letters, digits, _ and -'),
      'Key of the configuration.',
      'apprise',
    ),
    tag: textOption(undefined, 'Tags of the services that are notified; unset: all.'),
    ...loginOptions,
  },
  required: ['server', 'key'],
  check: loginProblem,
  compose(message, { server, key, tag, ...login }) {
    const body = {
      title: message.title,
      body: withLink(message),
      type: typeOf(message.notice),
      format: 'text',
      ...(tag !== undefined && { tag }),
    };
    return {
      ...jsonPost(below(server as URL, `notify/${key}`), body, loginHeader(login)),
      refusals: { 204: 'nothing is configured under this key' },
    };
  },
});
