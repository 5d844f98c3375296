import { createHash } from 'node:crypto';
import { flagOption, integerOption, parsedOption, secretOption, textOption } from '../../../core/options.ts';
import { VERSION } from '../../../core/version.ts';
import { matching } from '../../../net/deliver/parse.ts';
import { singleLine } from '../../../net/deliver/plain-text.ts';
import { defineTarget } from '../target-type.ts';
import { eventBody } from './event-body.ts';
import { incidentKey } from './incident.ts';

/** Levels of topics are separated by slashes; + and # are wildcards. */
const word = (text: string): string => text.replaceAll(/[/+#\0]/g, '_').slice(0, 100) || '_';

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * https://www.home-assistant.io/integrations/mqtt/#discovery-messages: an alert is a binary sensor of the class "problem", on while
 * it lasts. The broker stores its state for a later start of Home Assistant.
 */
export const mqtt = defineTarget({
  type: 'mqtt',
  description:
    'A broker of MQTT, with a binary sensor for each alert that Home Assistant discovers. Needs the package mqtt.',
  options: {
    host: parsedOption(
      matching(/^[\w.:-]+$/, 'a host name or an address'),
      'Name or address of the broker.',
      'mqtt.example.org',
    ),
    port: {
      ...integerOption(undefined, 'Its port; unset: 8883 with tls, else 1883.', [1, 65_535]),
      example: '8883',
    },
    tls: flagOption(false, 'Connect over TLS.'),
    username: textOption(undefined, 'User name, if the broker asks for one.'),
    password: secretOption('Its password.'),
    topic: textOption('gander', 'What topics begin with.'),
    discovery_prefix: textOption(
      'homeassistant',
      'What topics of discovery begin with; empty: no discovery.',
    ),
  },
  required: ['host'],
  separate: true,
  check: ({ username, password }) =>
    (username === undefined) === (password === undefined)
      ? null
      : 'needs both username and password, or neither',
  compose(message, { host, port, tls, username, password, topic, discovery_prefix: prefix }) {
    const { notice } = message;
    const id = idOf(incidentKey(notice, 255));
    const head = `${topic}/${word(notice.host)}/alerts/${id}`;
    const isTest = notice.event === null;
    const sensor = {
      name: singleLine(notice.event?.type ?? 'test'),
      unique_id: `gander_alert_${id}`,
      device_class: 'problem',
      state_topic: head,
      json_attributes_topic: `${head}/attributes`,
      device: {
        identifiers: [`gander_alerts_${idOf(notice.host)}`],
        name: `${singleLine(notice.host)} alerts`,
      },
      origin: { name: 'Gander', sw_version: VERSION },
    };
    const messages = [
      { topic: `${head}/attributes`, text: eventBody(message) },
      { topic: head, text: notice.kind === 'end' || notice.event?.end !== -1 ? 'OFF' : 'ON' },
    ];
    if (prefix !== '' && !isTest)
      messages.unshift({
        topic: `${prefix}/binary_sensor/gander_alert_${id}/config`,
        text: JSON.stringify(sensor),
      });
    return {
      protocol: 'mqtt',
      server: {
        host: host as string,
        port: port ?? (tls ? 8883 : 1883),
        tls,
        login: username === undefined ? null : { username, password: password as string },
      },
      messages: messages.map((one) => ({ ...one, isRetained: !isTest })),
    };
  },
});
