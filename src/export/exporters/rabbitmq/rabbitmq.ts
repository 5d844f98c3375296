import { choiceOption, secretOption, textOption } from '../../../core/options.ts';
import { denied, type DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import { defineExporter } from '../exporter.ts';
import { splitLines } from '../shared/lines.ts';
import { mapsOf } from '../shared/maps.ts';
import { createConnection, type Message, messagePayloads, messagesIn, withId } from '../shared/messages.ts';
import { hostOption, portOption } from '../shared/options.ts';

const options = {
  host: hostOption(),
  port: portOption(5672),
  user: textOption('guest', 'User.'),
  password: secretOption('Password of the user; unset: guest.'),
  queue: textOption('glances_queue', 'Queue; it is declared, durable, when it is missing.'),
  protocol: choiceOption(['amqp', 'amqps'], 'amqp', 'Whether TLS is used.'),
};

/** Commas separate pairs, and the sign = names from values. */
const word = (text: string): string => text.replaceAll(/[,=\r\n]/g, '_');

/** RabbitMQ and other brokers of AMQP 0-9-1 (package `amqplib`). */
export default defineExporter({
  name: 'rabbitmq',
  description: 'RabbitMQ: a message per plugin, as text. Needs the package amqplib.',
  options,
  packages: ['amqplib'],
  target: ({ protocol, host, port, queue }) => `${protocol}://${host}:${port} (queue ${queue})`,
  encoder:
    ({ options: { queue } }) =>
    (cycle) => {
      const date = new Date(cycle.time).toISOString().replace('Z', '');
      const samples: number[] = [];
      const messages = [...mapsOf(cycle.points())].map(([plugin, map]): Message => {
        const numbers = Object.entries(map).filter(([, value]) => typeof value === 'number');
        samples.push(numbers.length);
        const parts = numbers.map(([name, value]) => `${word(name)}=${value}`);
        const text = [`hostname=${word(cycle.host)}`, `name=${plugin}`, `dateinfo=${date}`, ...parts].join(
          ', ',
        );
        return withId(cycle, [queue, text]);
      });
      return messagePayloads(messages, samples);
    },
  split: splitLines,
  open({ options: { protocol, host, port, user, password = 'guest', queue }, common, certificates, load }) {
    const connection = createConnection(
      async () => {
        const { connect } = await load('amqplib');
        const address = { protocol, hostname: host, port, username: user, password };
        const timeout = common.timeout * 1000;
        const client = await connect(address, { timeout, ...certificates });
        client.on('error', () => {});
        const channel = await client.createConfirmChannel();
        // The queue and its messages survive a restart of the broker.
        await channel.assertQueue(queue, { durable: true });
        return { client, channel };
      },
      ({ client }) => client.close(),
    );
    return connection.session({
      read: messagesIn,
      async deliver({ channel }, messages) {
        for (const [address, text, , messageId] of messages)
          channel.sendToQueue(address, Buffer.from(text), {
            contentType: 'text/plain',
            ...(typeof messageId === 'string' && { messageId }),
            persistent: true,
          });
        await channel.waitForConfirms();
      },
      answer: 'confirmed',
      verdictOf,
    });
  },
});

/** `… by server: 403 (ACCESS-REFUSED) with message "…"`, from a connection or a channel. */
const REPLY = /by server: (\d{3}) \([A-Z-]{1,40}\) with message "/;
/** A message, also with 406. */
const TOO_LARGE = /larger than (?:configured )?max size/;
/** https://www.rabbitmq.com/amqp-0-9-1-reference#constants: locked, precondition failed. */
const OCCUPIED = new Set(['405', '406']);

export function verdictOf(error: unknown): DeliveryVerdict {
  const { message } = error as Error;
  const [start = '', code = ''] = REPLY.exec(message) ?? [];
  const text = message.slice(message.indexOf(start) + start.length).replace(/"$/, '');
  if (TOO_LARGE.test(text)) return { kind: 'split', answer: text };
  if (code === '403' || code === '530') return denied(text);
  if (OCCUPIED.has(code)) return { kind: 'wait', answer: `${text}; delete it, or choose another queue` };
  throw error;
}
