import { listOption, secretOption, textOption } from '../../core/options.ts';
import { defineExporter } from '../exporter.ts';
import { splitLines } from '../shared/lines.ts';
import { mapsOf } from '../shared/maps.ts';
import { createConnection, messagePayloads, messagesIn, withId } from '../shared/messages.ts';

const options = {
  host: listOption(['nats://localhost:4222'], 'Addresses of the servers of one cluster.'),
  user: textOption(undefined, 'User.'),
  password: secretOption('Password of the user.'),
  token: secretOption('Token, in place of user and password.'),
  prefix: textOption('glances', 'What subjects begin with.'),
};

interface Headers {
  set(name: string, value: string): void;
}

interface Client {
  /** Of the server. */
  readonly info?: { readonly headers?: boolean };
  publish(subject: string, text: string, options?: { headers: Headers }): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface NatsPackage {
  connect(options: object): Promise<Client>;
  headers(): Headers;
}

/** JetStream takes a message with an id that it has had within the window of the stream for a repetition. */
const ID_HEADER = 'Nats-Msg-Id';

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
        maps.map(([plugin, map]) => withId(cycle, [`${word(prefix)}.${word(plugin)}`, JSON.stringify(map)])),
        maps.map(([, map]) => Object.keys(map).length),
      );
    },
  split: splitLines,
  open({ options: { host, user, password, token }, ca, load }) {
    const connection = createConnection(
      async () => {
        const { connect, headers } = (await load('@nats-io/transport-node')) as unknown as NatsPackage;
        const client = await connect({
          servers: [...host],
          reconnect: false,
          timeout: 10_000,
          ...(token !== undefined && { token }),
          ...(user !== undefined && { user, pass: password }),
          ...(ca !== null && { tls: { ca } }),
        });
        return { client, headers };
      },
      ({ client }) => client.close(),
    );
    return {
      async send(bytes, { signal }) {
        await connection.use(signal, async ({ client, headers }) => {
          for (const [subject, text, , id] of messagesIn(bytes)) {
            const head = headers();
            if (id !== undefined) head.set(ID_HEADER, id);
            // Servers before 2.2 have no headers.
            client.publish(subject, text, client.info?.headers === true ? { headers: head } : undefined);
          }
          await client.flush();
        });
        return { kind: 'sent', answer: 'flushed' };
      },
      close: connection.close,
    };
  },
});
