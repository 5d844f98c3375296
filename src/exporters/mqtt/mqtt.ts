import { choiceOption, flagOption, secretOption, textOption } from '../../core/options.ts';
import { defineExporter } from '../exporter.ts';
import { splitLines } from '../shared/lines.ts';
import { mapsOf } from '../shared/maps.ts';
import { createConnection, type Message, messagePayloads, messagesIn } from '../shared/messages.ts';
import { hostOption, portOption } from '../shared/options.ts';

const options = {
  host: hostOption(),
  port: portOption(8883),
  tls: flagOption(false, 'Connect over TLS.'),
  user: textOption('guest', 'User; empty: none.'),
  password: secretOption('Password of the user.'),
  devicename: textOption('', 'Name of this host in topics; empty: its own.'),
  topic: textOption('glances', 'What topics begin with.'),
  topic_structure: choiceOption(
    ['per-metric', 'per-plugin'],
    'per-metric',
    'A topic per value, or one per plugin with an object of JSON.',
  ),
  callback_api_version: textOption(undefined, 'Without effect; other servers need it.'),
};

interface Client {
  publishAsync(topic: string, text: string, options: { qos: 0 | 1; retain?: boolean }): Promise<unknown>;
  endAsync(isForced?: boolean): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): void;
}

type Connect = (options: object) => Promise<Client>;

/** Levels are separated by slashes; + and # are wildcards. */
const word = (text: string): string => text.replaceAll(/[/+#\0]/g, '_') || '_';

/** MQTT, through the package `mqtt`. */
export default defineExporter({
  name: 'mqtt',
  description: 'MQTT: a topic per value or per plugin. Needs the package mqtt.',
  options,
  packages: ['mqtt'],
  delivery: 'queued',
  sendsLimits: true,
  interval: 0,
  target: ({ host, port, tls, topic }) => `${tls ? 'mqtts' : 'mqtt'}://${host}:${port} (${topic}/…)`,
  encoder:
    ({ options: { topic, devicename, topic_structure: structure } }) =>
    (cycle) => {
      const head = `${topic}/${word(devicename || cycle.host)}`;
      if (structure === 'per-plugin') {
        const maps = [...mapsOf(cycle.points())];
        return messagePayloads(
          maps.map(([plugin, map]) => [`${head}/${plugin}`, JSON.stringify(map)] as const),
          maps.map(([, map]) => Object.keys(map).length),
        );
      }
      const messages = cycle.points().flatMap(({ plugin, key, item, fields }): Message[] => {
        const place = key === null ? `${head}/${plugin}` : `${head}/${plugin}/${word(item ?? '')}`;
        return fields.map(([field, value]) => [
          `${place}/${word(field)}`,
          value === null ? '' : String(value),
        ]);
      });
      return messagePayloads(messages);
    },
  split: splitLines,
  open({ options: { host, port, tls, user, password, topic, devicename }, host: own, ca, load }) {
    const availability = `${topic}/${word(devicename || own)}/availability`;
    const connection = createConnection(
      async () => {
        const { connectAsync } = (await load('mqtt')) as unknown as { connectAsync: Connect };
        const client = await connectAsync({
          protocol: tls ? 'mqtts' : 'mqtt',
          host,
          port,
          clientId: `glances_${own}`,
          clean: true,
          // A connection that is lost is made anew by the next try.
          reconnectPeriod: 0,
          connectTimeout: 10_000,
          ...(user !== '' && { username: user, password }),
          ...(ca !== null && { ca }),
          will: { topic: availability, payload: 'offline', retain: true, qos: 0 },
        });
        client.on('error', () => {});
        await client.publishAsync(availability, 'online', { qos: 1, retain: true });
        return client;
      },
      (client) => client.endAsync(true),
    );
    return {
      async send(bytes, { signal }) {
        const messages = messagesIn(bytes);
        await connection.use(signal, async (client) => {
          const [last, ...others] = messages.toReversed();
          for (const [address, text] of others.reverse()) void client.publishAsync(address, text, { qos: 0 });
          // The broker acknowledges the last one, and takes them in order.
          if (last !== undefined) await client.publishAsync(last[0], last[1], { qos: 1 });
        });
        return { kind: 'sent', answer: 'acknowledged' };
      },
      close: connection.close,
    };
  },
});
