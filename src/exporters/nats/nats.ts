import { listOption, secretOption, textOption } from '../../core/options.ts';
import { defineExporter } from '../exporter.ts';
import { splitLines } from '../shared/lines.ts';
import { mapsOf } from '../shared/maps.ts';
import { createConnection, messagePayloads, messagesIn } from '../shared/messages.ts';

const options = {
  host: listOption(['nats://localhost:4222'], 'Addresses of the servers of one cluster.'),
  user: textOption(undefined, 'User.'),
  password: secretOption('Password of the user.'),
  token: secretOption('Token, in place of user and password.'),
  prefix: textOption('glances', 'What subjects begin with.'),
};

interface Client {
  publish(subject: string, text: string): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Dots separate the tokens of a subject; blanks, * and > mean something. */
const word = (text: string): string => text.replaceAll(/[\s.*>]+/g, '_') || '_';

/** NATS, through the package `@nats-io/transport-node`. */
export default defineExporter({
  name: 'nats',
  description: 'NATS: a subject per plugin. Needs the package @nats-io/transport-node.',
  options,
  packages: ['@nats-io/transport-node'],
  delivery: 'queued',
  sendsLimits: true,
  interval: 0,
  target: ({ host, prefix }) => `${host.join(',')} (${prefix}.…)`,
  encoder:
    ({ options: { prefix } }) =>
    (cycle) => {
      const maps = [...mapsOf(cycle.points())];
      return messagePayloads(
        maps.map(([plugin, map]) => [`${word(prefix)}.${word(plugin)}`, JSON.stringify(map)] as const),
        maps.map(([, map]) => Object.keys(map).length),
      );
    },
  split: splitLines,
  open({ options: { host, user, password, token }, ca, load }) {
    const connection = createConnection(
      async () => {
        const { connect } = (await load('@nats-io/transport-node')) as unknown as {
          connect(options: object): Promise<Client>;
        };
        return connect({
          servers: [...host],
          reconnect: false,
          timeout: 10_000,
          ...(token !== undefined && { token }),
          ...(user !== undefined && { user, pass: password }),
          ...(ca !== null && { tls: { ca } }),
        });
      },
      (client) => client.close(),
    );
    return {
      async send(bytes, { signal }) {
        await connection.use(signal, async (client) => {
          for (const [subject, text] of messagesIn(bytes)) client.publish(subject, text);
          await client.flush();
        });
        return { kind: 'sent', answer: 'flushed' };
      },
      close: connection.close,
    };
  },
});
