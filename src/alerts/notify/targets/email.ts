import {
  choiceOption,
  integerOption,
  parsedOption,
  secretOption,
  textOption,
} from '../../../core/options.ts';
import { matching, parseMailbox, parseMailboxes } from '../../../net/deliver/parse.ts';
import { withLink } from '../message.ts';
import { defineTarget } from '../target-type.ts';

/** Submission (RFC 6409), submission over TLS (RFC 8314), relay. */
const PORTS = { starttls: 587, tls: 465, none: 25 } as const;

/** Plain text by SMTP. */
export const email = defineTarget({
  type: 'email',
  description: 'E-mail by an SMTP server.',
  options: {
    smtp_host: parsedOption(
      matching(/^[\w.:-]+$/, 'a host name or an address'),
      'Name or address of the server.',
      'smtp.example.org',
    ),
    smtp_port: {
      ...integerOption(
        undefined,
        'Its port; unset: 587 for starttls, 465 for tls, 25 for none.',
        [1, 65_535],
      ),
      example: '587',
    },
    security: choiceOption(
      ['starttls', 'tls', 'none'],
      'starttls',
      'Encryption; with starttls nothing is sent to a server that has none.',
    ),
    username: textOption(undefined, 'User name, if the server asks for one.'),
    password: secretOption('Its password.'),
    from: parsedOption(parseMailbox, 'Address of the sender.', 'gander@example.org'),
    to: parsedOption(parseMailboxes, 'Addresses that get the mail, separated by commas.', 'me@example.org'),
  },
  required: ['smtp_host', 'from', 'to'],
  check({ username, password, security }) {
    if ((username === undefined) !== (password === undefined))
      return 'needs both username and password, or neither';
    if (password !== undefined && security === 'none')
      return 'would send its password in clear text: set security to starttls or tls';
    return null;
  },
  compose(message, { smtp_host, smtp_port, security, username, password, from, to }) {
    const { notice, title } = message;
    return {
      protocol: 'smtp',
      server: {
        host: smtp_host as string,
        port: smtp_port ?? PORTS[security],
        security,
        login: username === undefined ? null : { username, password: password as string },
      },
      from: from as string,
      to: to as string[],
      subject: title,
      text: `${withLink(message)}\n`,
      // RFC 3834: no out-of-office replies.
      headers: { 'auto-submitted': 'auto-generated', 'x-gander-delivery': notice.id },
    };
  },
});
