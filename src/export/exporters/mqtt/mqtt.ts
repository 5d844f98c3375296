import type { IClientOptions, MqttClient } from 'mqtt';
import {
  choiceOption,
  flagOption,
  listOption,
  secretOption,
  textOption,
  withoutEffect,
} from '../../../core/options.ts';
import { isObject } from '../../../core/members.ts';
import { parsedJson } from '../../../core/parsed-json.ts';
import { denied, type DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import { type Cycle, defineExporter, type Opening } from '../exporter.ts';
import { itemWords } from '../shared/dotted.ts';
import { splitLines } from '../shared/lines.ts';
import { mapsOf } from '../shared/maps.ts';
import { createConnection, type Message, messagePayloads, messagesIn } from '../shared/messages.ts';
import { hostOption, portOption } from '../shared/options.ts';
import { createDiscovery, deviceId, type Discovery } from './discovery.ts';

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
  retain: flagOption(
    false,
    'The broker retains the last value for later subscribers; with discovery it always does.',
  ),
  discovery: flagOption(false, 'Announce the values to Home Assistant; topics are then those of per-plugin.'),
  discovery_prefix: textOption('homeassistant', 'What topics of discovery begin with.'),
  discovery_form: choiceOption(
    ['device', 'component'],
    'device',
    'One message for the device, or one per entity for Home Assistant before 2024.12.',
  ),
  discovery_plugins: listOption(
    ['alert', 'containers', 'cpu', 'fs', 'gpu', 'load', 'mem', 'memswap', 'network', 'sensors', 'uptime'],
    'Plugins whose values are sent.',
  ),
  callback_api_version: withoutEffect(
    textOption(undefined, 'Version of the callbacks of another MQTT library.'),
    'The package mqtt, which Gander loads for this exporter, has none.',
  ),
};

type Setup = Opening<typeof options>;

/** Levels are separated by slashes; + and # are wildcards. */
const word = (text: string): string => text.replaceAll(/[/+#\0]/g, '_') || '_';

const headOf = ({ options: { topic, devicename } }: Pick<Setup, 'options'>, host: string): string =>
  `${topic}/${word(devicename || host)}`;

/** Null if nobody wants it. */
function discoveryOf(opening: Setup): Discovery | null {
  const { options: values, host, plugins } = opening;
  if (!values.discovery) return null;
  return createDiscovery({
    id: deviceId(values.devicename, host),
    name: values.devicename || host,
    head: headOf(opening, host),
    prefix: values.discovery_prefix,
    form: values.discovery_form,
    wanted: values.discovery_plugins,
    plugins,
  });
}

/** MQTT (package `mqtt`). */
export default defineExporter({
  name: 'mqtt',
  description: 'MQTT: a topic per value or per plugin; discovery for Home Assistant. Needs the package mqtt.',
  options,
  packages: ['mqtt'],
  target: ({ host, port, tls, topic }) => `${tls ? 'mqtts' : 'mqtt'}://${host}:${port} (${topic}/…)`,
  encoder(opening) {
    const { topic_structure: structure, retain } = opening.options;
    const discovery = discoveryOf(opening);
    const keep = retain || discovery !== null;
    return (cycle) => {
      const head = headOf(opening, cycle.host);
      const ending: Ending = [null, cycle.time + CURRENT_CYCLES * cycle.interval * 1000];
      if (structure === 'per-metric' && discovery === null)
        return messagePayloads(perValue(head, cycle, [keep, ...ending]));
      const maps = [...mapsOf(cycle.points())];
      const states = maps.map(([plugin, map]): Message => [
        `${head}/${plugin}`,
        JSON.stringify(map),
        keep,
        ...ending,
      ]);
      // Entities are sent before their first values.
      const told =
        discovery === null
          ? []
          : [
              ...discovery.changes(cycle),
              ...discovery.state(cycle).map(([topic, text]): Message => [topic, text, true, ...ending]),
            ];
      const counts = maps.map(([, map]) => Object.keys(map).length);
      return messagePayloads([...told, ...states], [...told.map(() => 1), ...counts]);
    };
  },
  split: splitLines,
  open(opening) {
    const { options: values, host: own, common, certificates, load } = opening;
    const { host, port, tls, user, password, discovery, discovery_prefix: prefix } = values;
    const availability = `${headOf(opening, own)}/availability`;
    /** Newest message of each topic, for a Home Assistant that starts later or a broker that forgot them. */
    const told = new Map<string, string>();
    const tellAgain = async (client: MqttClient): Promise<void> => {
      for (const [topic, text] of told) await client.publishAsync(topic, text, { qos: 1, retain: true });
    };
    const connection = createConnection(
      async () => {
        const { connectAsync } = await load('mqtt');
        const connecting: IClientOptions = {
          protocol: tls ? 'mqtts' : 'mqtt',
          host,
          port,
          clientId: `glances_${own}`,
          clean: true,
          // The next attempt replaces a lost connection.
          reconnectPeriod: 0,
          connectTimeout: common.timeout * 1000,
          ...(user !== '' && { username: user, ...(password !== undefined && { password }) }),
          ...certificates,
          will: { topic: availability, payload: 'offline', retain: true, qos: 0 },
        };
        const client = await connectAsync('', connecting, false);
        client.on('error', () => {});
        await client.publishAsync(availability, 'online', { qos: 1, retain: true });
        if (!discovery) return client;
        client.on('message', (_, text) => {
          if (text.toString('latin1') === 'online') tellAgain(client).catch(() => {});
        });
        await client.subscribeAsync(`${prefix}/status`);
        await tellAgain(client);
        return client;
      },
      (client) => client.endAsync(true),
    );
    return {
      async send(bytes, { signal, now }) {
        const all = messagesIn(bytes);
        for (const [topic, text] of all) if (isDiscovery(topic, prefix)) told.set(topic, text);
        // Retained values have no time: those of an outage would look current.
        const messages = all.filter(([, , , , until = Number.POSITIVE_INFINITY]) => until >= now);
        try {
          await connection.use(signal, (client) => publish(client, messages));
          return { kind: 'sent', answer: 'acknowledged', outdated: countIn(all) - countIn(messages) };
        } catch (error) {
          return verdictOf(error);
        }
      },
      close: connection.close,
    };
  },
});

async function publish(client: MqttClient, messages: readonly Message[]): Promise<void> {
  for (const [address, text, retain = false] of messages.slice(0, -1))
    void client.publishAsync(address, text, { qos: 0, retain });
  // The broker accepts them in order, so acknowledging the last is enough.
  const [address, text, retain = false] = messages.at(-1) ?? [];
  if (address !== undefined && text !== undefined)
    await client.publishAsync(address, text, { qos: 1, retain });
}

/** Return codes of CONNACK (MQTT 3.1.1, 3.2.2.3): protocol, client id; bad user or password, not authorized. */
const CURABLE: ReadonlySet<number | undefined> = new Set([1, 2]);
const DENIED: ReadonlySet<number | undefined> = new Set([4, 5]);

function verdictOf(error: unknown): DeliveryVerdict {
  const { code, message } = error as { code?: number; message: string };
  if (DENIED.has(code)) return denied(message);
  if (CURABLE.has(code)) return { kind: 'wait', answer: message };
  throw error;
}

const isDiscovery = (topic: string, prefix: string): boolean =>
  topic.startsWith(`${prefix}/`) && topic.endsWith('/config');

const countIn = (messages: readonly Message[]): number =>
  messages.reduce((sum, [, text]) => sum + valuesIn(text), 0);

function valuesIn(text: string): number {
  // A name of the host may look like an object.
  const map = text.startsWith('{') ? parsedJson(text) : null;
  return isObject(map) ? Object.keys(map).length : 1;
}

/** Cycles for which values count as current. */
const CURRENT_CYCLES = 2;
/** Last parts of a message: no id, and its expiry. */
type Ending = readonly [id: null, until: number];

function perValue(head: string, cycle: Cycle, more: readonly [isKept: boolean, ...Ending]): Message[] {
  const points = cycle.points();
  const words = itemWords(points, word);
  return points.flatMap(({ plugin, key, fields }, index) => {
    const place = key === null ? `${head}/${plugin}` : `${head}/${plugin}/${words[index]}`;
    return fields.map(([field, value]): Message => [
      `${place}/${word(field)}`,
      value === null ? '' : String(value),
      ...more,
    ]);
  });
}
