import { parsedOption } from '../../../core/options.ts';
import { OptionError, wordsOf } from '../../../core/option-parse.ts';
import { matching, parseWebUrl } from '../../../net/deliver/parse.ts';
import { shortened } from '../../../net/deliver/plain-text.ts';
import { withLink } from '../message.ts';
import { defineTarget } from '../target-type.ts';
import { below, jsonPost } from './json-post.ts';

/** Signal shows longer texts as files. */
const LONGEST = 2000;

const RECIPIENT = /^(?:\+\d{5,15}|group\.[\w+/=-]+|u:[\w.]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

function parseRecipients(text: string): string[] {
  const recipients = wordsOf(text);
  if (recipients.length === 0 || !recipients.every((one) => RECIPIENT.test(one)))
    throw new OptionError(
      'expected phone numbers such as +4912345678, user names (u:name.01) or groups (group.…), separated by commas',
    );
  return recipients;
}

/** https://github.com/bbernhard/signal-cli-rest-api, POST /v2/send: `text_mode` normal interprets nothing. */
export const signal = defineTarget({
  type: 'signal',
  description: 'Messages by Signal, through a server of signal-cli-rest-api.',
  options: {
    server: parsedOption(parseWebUrl, 'Address of signal-cli-rest-api.', 'http://localhost:8080'),
    number: parsedOption(
      matching(/^\+\d{5,15}$/, 'a phone number such as +4912345678'),
      'Registered phone number that sends.',
      '+4912345678',
    ),
    recipients: parsedOption(
      parseRecipients,
      'Phone numbers, user names (u:name.01) and groups (group.…) that get the message, separated by commas.',
      '+4987654321',
    ),
  },
  required: ['server', 'number', 'recipients'],
  compose: (message, { server, number, recipients }) =>
    jsonPost(below(server as URL, 'v2/send'), {
      number,
      recipients,
      message: shortened(`${message.title}\n${withLink(message)}`, LONGEST),
      text_mode: 'normal',
    }),
});
