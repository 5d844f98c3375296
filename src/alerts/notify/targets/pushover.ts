import { parsedSecretOption, textOption } from '../../../core/options.ts';
import { matching } from '../../../net/deliver/parse.ts';
import { shortened } from '../../../net/deliver/plain-text.ts';
import { defineTarget } from '../target-type.ts';
import { below, jsonPost, serverOption } from './json-post.ts';
import { priorityOf, priorityOptions } from './priority.ts';

const parseKey = matching(/^[A-Za-z0-9]{30}$/, '30 letters and digits');

/** For emergencies: repeated once a minute for up to an hour, until somebody confirms. */
const EMERGENCY = { retry: 60, expire: 3600 };

/** https://pushover.net/api: longer texts are rejected. */
export const pushover = defineTarget({
  type: 'pushover',
  description: 'Push messages by Pushover.',
  options: {
    token: parsedSecretOption(parseKey, 'API token of the application.'),
    user: parsedSecretOption(parseKey, 'Key of the user or of the group.'),
    device: textOption(undefined, 'Name of one device; unset: all devices.'),
    ...priorityOptions({ warning: 0, critical: 1, end: -1 }, [-2, 2]),
    server: serverOption('Address of the API.', 'https://api.pushover.net'),
  },
  required: ['token', 'user'],
  compose({ notice, title, text, link }, { token, user, device, server, ...priorities }, now) {
    const priority = priorityOf(notice, priorities);
    return jsonPost(below(server, '1/messages.json'), {
      token,
      user,
      ...(device !== undefined && { device }),
      title: shortened(title, 250),
      message: shortened(text, 1024),
      priority,
      ...(priority === 2 && EMERGENCY),
      timestamp: notice.event?.begin ?? Math.floor(now / 1000),
      ...(link !== null && link.length <= 512 && { url: link, url_title: 'Open the page' }),
    });
  },
});
