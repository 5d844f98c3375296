import { parsedSecretOption } from '../../../core/options.ts';
import { matching } from '../../../net/deliver/parse.ts';
import { shortened } from '../../../net/deliver/plain-text.ts';
import type { Notice } from '../../../core/notice.ts';
import { defineTarget } from '../target-type.ts';
import { incidentKey } from './incident.ts';
import { below, jsonPost, serverOption } from './json-post.ts';

const severityOf = ({ event }: Notice): string => {
  if (event === null) return 'info';
  return event.state === 'CRITICAL' ? 'critical' : 'warning';
};

/** https://developer.pagerduty.com/docs/events-api-v2/trigger-events: the end of an alert resolves its incident. */
export const pagerduty = defineTarget({
  type: 'pagerduty',
  description: 'Incidents of PagerDuty (Events API v2), which the end of an alert resolves.',
  options: {
    routing_key: parsedSecretOption(
      matching(/^[A-Za-z0-9]{32}$/, '32 letters and digits'),
      'Integration key of the service (Events API v2).',
    ),
    server: serverOption(
      'Address of the Events API; in the EU https://events.eu.pagerduty.com.',
      'https://events.pagerduty.com',
    ),
  },
  required: ['routing_key'],
  separate: true,
  compose({ notice, title, text, link }, { routing_key, server }, now) {
    const { event, host, kind } = notice;
    const time = event === null ? now : event.begin * 1000;
    const payload = {
      summary: shortened(title, 1024),
      source: host,
      severity: severityOf(notice),
      timestamp: new Date(time).toISOString(),
      ...(event !== null && {
        component: event.item ?? event.plugin,
        group: event.plugin,
        class: event.type,
      }),
      custom_details: { text },
    };
    return jsonPost(below(server, 'v2/enqueue'), {
      routing_key,
      event_action: kind === 'end' ? 'resolve' : 'trigger',
      dedup_key: incidentKey(notice, 255),
      payload,
      client: 'Gander',
      ...(link !== null && { links: [{ href: link, text: 'Open the page' }] }),
    });
  },
});
