import type { NatsConnection } from '@nats-io/transport-node';
import { setImmediate } from 'node:timers/promises';
import { listOption, secretOption, textOption } from '../../../core/options.ts';
import { denied, type DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import { defineExporter } from '../exporter.ts';
import { splitLines } from '../shared/lines.ts';
import { documentsOf } from '../shared/maps.ts';
import { createConnection, messagePayloads, messagesIn, withId } from '../shared/messages.ts';

const options = {
  host: listOption(
    ['nats://localhost:4222'],
    'Addresses of the servers of one cluster; with tls:// in place of nats:// never without TLS.',
  ),
  user: textOption(undefined, 'User.'),
  password: secretOption('Password of the user.'),
  token: secretOption('Token, in place of user and password.'),
  prefix: textOption('glances', 'What subjects begin with.'),
};

/** JetStream ignores a message whose id it has seen within the stream's window. */
const ID_HEADER = 'Nats-Msg-Id';

/** Dots separate the tokens of a subject; blanks, * and > are special. */
const word = (text: string): string => text.replaceAll(/[\s.*>]+/g, '_') || '_';

/** NATS (package `@nats-io/transport-node`). */
export default defineExporter({
  name: 'nats',
  description: 'NATS: a subject per plugin. Needs the package @nats-io/transport-node.',
  options,
  packages: ['@nats-io/transport-node'],
  target: ({ host, prefix }) => `${host.join(',')} (${prefix}.…)`,
  encoder:
    ({ options: { prefix } }) =>
    (cycle) => {
      const maps = [...documentsOf(cycle)];
      return messagePayloads(
        maps.map(([plugin, map]) => withId(cycle, [`${word(prefix)}.${word(plugin)}`, JSON.stringify(map)])),
        maps.map(([, map]) => Object.keys(map).length),
      );
    },
  split: splitLines,
  open({ options: { host, user, password, token }, common, certificates, load }) {
    // Otherwise the package accepts what the server offers, even no TLS.
    const isSecure = certificates !== null || host.some((address) => address.startsWith('tls://'));
    const connection = createConnection(
      async () => {
        const { connect, headers } = await load('@nats-io/transport-node');
        const client = await connect({
          servers: [...host],
          reconnect: false,
          timeout: common.timeout * 1000,
          ...(token !== undefined && { token }),
          ...(user !== undefined && { user, ...(password !== undefined && { pass: password }) }),
          ...(isSecure && { tls: certificates ?? {} }),
        });
        const refusals: Error[] = [];
        // The next flush reports a lost connection.
        collect(client, refusals).catch(() => {});
        return { client, headers, refusals };
      },
      ({ client }) => client.close(),
    );
    return connection.session({
      read: messagesIn,
      async deliver({ client, headers, refusals }, messages) {
        for (const [subject, text, , id] of messages) {
          const head = headers();
          if (typeof id === 'string') head.set(ID_HEADER, id);
          // Servers before 2.2 have no headers.
          client.publish(subject, text, client.info?.headers === true ? { headers: head } : undefined);
        }
        await client.flush();
        // The server's error precedes its reply, but the client reports it a moment later.
        await setImmediate();
        const [refusal] = refusals.splice(0);
        if (refusal !== undefined) throw refusal;
      },
      answer: 'flushed',
      verdictOf,
    });
  },
});

/** Forbidden subjects: the server reports them only on the connection. */
async function collect(client: NatsConnection, refusals: Error[]): Promise<void> {
  for await (const status of client.status()) if (status.type === 'error') refusals[0] ??= status.error;
}

const DENIED = /^(?:AuthorizationError|UserAuthenticationExpiredError|PermissionViolationError)$/;

function verdictOf(error: unknown): DeliveryVerdict {
  const { name, message, cause } = error as Error;
  if (DENIED.test(name)) return denied(message);
  if (cause instanceof Error && DENIED.test(cause.name)) return denied(cause.message);
  if (message.includes("does not support 'tls'"))
    return { kind: 'wait', answer: `${message}; check host and ca_file` };
  // The server's limit of one message, 1 MiB unless configured.
  if (message.includes('max_payload')) return { kind: 'split', answer: message };
  throw error;
}
