import { choiceOption, flagOption, secretOption, textOption } from '../../../core/options.ts';
import { denied, type DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import { defineExporter } from '../exporter.ts';
import { splitLines } from '../shared/lines.ts';
import { documentsOf } from '../shared/maps.ts';
import { createConnection, messagePayloads, messagesIn, withId } from '../shared/messages.ts';
import { hostOption, portOption, tagsOption } from '../shared/options.ts';

const options = {
  host: hostOption(),
  port: portOption(9092),
  topic: textOption('glances', 'Topic.'),
  compression: choiceOption(['none', 'gzip'], 'none', 'Compression of what is sent.'),
  tags: tagsOption(),
  tls: flagOption(false, 'Connect over TLS.'),
  user: textOption(undefined, 'User, for SASL PLAIN.'),
  password: secretOption('Password of the user.'),
};

/**
 * Lets consumers recognise duplicates. The package's experimental idempotent producer does not: its numbers end with the connection,
 * and every retry here has a new one.
 */
const ID_HEADER = 'message-id';

/** Apache Kafka (package `kafkajs`): a record per plugin. */
export default defineExporter({
  name: 'kafka',
  description: 'Kafka: a record per plugin. Needs the package kafkajs.',
  options,
  packages: ['kafkajs'],
  target: ({ host, port, topic }) => `kafka://${host}:${port} (topic ${topic})`,
  encoder: ({ options: { tags } }) => {
    const more = Object.fromEntries(tags ?? []);
    return (cycle) => {
      const maps = [...documentsOf(cycle)];
      return messagePayloads(
        maps.map(([plugin, map]) => withId(cycle, [plugin, JSON.stringify({ ...map, ...more })])),
        maps.map(([, map]) => Object.keys(map).length),
      );
    };
  },
  split: splitLines,
  open({
    options: { host, port, topic, compression, tls, user, password = '' },
    common,
    certificates,
    load,
  }) {
    let compressed = 0;
    const connection = createConnection(
      async () => {
        const { Kafka, logLevel, CompressionTypes } = await load('kafkajs');
        compressed = compression === 'gzip' ? CompressionTypes.GZIP : CompressionTypes.None;
        const client = new Kafka({
          clientId: 'gander',
          brokers: [`${host}:${port}`],
          logLevel: logLevel.NOTHING,
          requestTimeout: common.timeout * 1000,
          // The queue retries.
          retry: { retries: 0 },
          ...((tls || certificates !== null) && { ssl: certificates ?? true }),
          ...(user !== undefined && { sasl: { mechanism: 'plain', username: user, password } }),
        });
        const producer = client.producer();
        await producer.connect();
        return producer;
      },
      (producer) => producer.disconnect(),
    );
    return connection.session({
      read: (bytes) =>
        messagesIn(bytes).map(([key, value, , id]) => ({
          key,
          value,
          ...(typeof id === 'string' && { headers: { [ID_HEADER]: id } }),
        })),
      deliver: (producer, messages) => producer.send({ topic, acks: -1, compression: compressed, messages }),
      answer: 'acknowledged',
      verdictOf,
    });
  },
});

/** Error codes: https://kafka.apache.org/protocol#protocol_error_codes */
const DENIED = /_AUTHORIZATION_FAILED$|^SASL_AUTHENTICATION_FAILED$/;
const NO_TOPIC = /^(?:UNKNOWN_TOPIC_OR_PARTITION|INVALID_TOPIC_EXCEPTION)$/;
const WRONG = /^(?:MESSAGE_TOO_LARGE|RECORD_LIST_TOO_LARGE|INVALID_RECORD|CORRUPT_MESSAGE)$/;

/** Returns the verdict on an error. The package wraps the error of its last attempt. */
export function verdictOf(error: unknown): DeliveryVerdict {
  const { name, cause } = error as { name: string; cause?: unknown };
  if (name === 'KafkaJSNumberOfRetriesExceeded' && cause !== undefined) return verdictOf(cause);
  const { type = '', message } = error as { type?: string; message: string };
  if (name === 'KafkaJSSASLAuthenticationError' || DENIED.test(type)) return denied(message);
  if (NO_TOPIC.test(type)) return { kind: 'wait', answer: `${message}; create it, or check topic` };
  if (WRONG.test(type)) return { kind: 'split', answer: message };
  throw error;
}
