import type { Scalar } from '../../../core/served.ts';
import { flagOption, integerOption, secretOption, textOption } from '../../../core/options.ts';
import { closed, mapOf, number, text, type TypeOf } from '../../../core/shape.ts';
import { denied, type DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import { defineExporter, type SendContext } from '../exporter.ts';
import { withFixedTypes } from '../shared/fixed-types.ts';
import { splitLines } from '../shared/lines.ts';
import { mapsOf } from '../shared/maps.ts';
import { hostOption, portOption, verifyOption } from '../shared/options.ts';
import { EXPORTED, jsonLines } from '../shared/payload.ts';
import { readAnswer, tcpSession } from '../shared/tcp.ts';

const options = {
  host: hostOption(),
  port: portOption(6379),
  tls: flagOption(false, 'Connect over TLS.'),
  user: textOption(undefined, 'User; unset: default.'),
  password: secretOption('Password of the user.'),
  db: integerOption(0, 'Number of the database.', [0, 1023]),
  stream: textOption('gander', 'What the names of streams begin with; host and plugin follow.'),
  maxlen: integerOption(10_000, 'Entries of a stream, about; the oldest are trimmed.', [1, 1e9]),
  verify_ssl: verifyOption(),
};

const ENTRY = closed('An entry of a stream.', {
  stream: text(),
  time: number('Milliseconds since the epoch: the identity of the entry, so that a repetition is rejected.'),
  fields: mapOf('Values.', EXPORTED),
});
const entries = jsonLines(ENTRY);

/** Redis and Valkey: streams. */
export default defineExporter({
  name: 'redis',
  description: 'Redis and Valkey: a stream per plugin, with an entry per export.',
  options,
  sendsLimits: false,
  interval: 15,
  target: ({ host, port, tls, stream }) => `${tls ? 'rediss' : 'redis'}://${host}:${port} (${stream}:…)`,
  encoder: ({ options: { stream }, plugins }) =>
    withFixedTypes(plugins, (cycle) => {
      const maps = [...mapsOf(cycle.points())];
      return entries.payloads(
        maps.map(([plugin, fields]) => ({
          stream: `${stream}:${cycle.host}:${plugin}`,
          time: cycle.time,
          fields,
        })),
        maps.map(([, map]) => Object.keys(map).length),
      );
    }),
  split: splitLines,
  open({ options: { host, port, tls, user, password, db, maxlen, verify_ssl: verify }, certificates }) {
    const login: string[][] = [
      ...(password === undefined ? [] : [['AUTH', ...(user === undefined ? [] : [user]), password]]),
      ['SELECT', String(db)],
    ];
    const session = tcpSession({
      host,
      port,
      ...(tls && { tls: { rejectUnauthorized: verify, ...certificates } }),
    });
    const ask = async (commands: string[][], context: SendContext): Promise<DeliveryVerdict> => {
      const socket = await session.write(Buffer.concat(commands.map(commandBytes)), context);
      const parse = (answer: Buffer) => parseReplies(answer, commands.length);
      return verdictOf(await readAnswer(socket, context.signal, parse));
    };
    return {
      ...session,
      async send(bytes, context) {
        // A server closes connections with long unknown commands.
        const welcome = await ask(login, context);
        if (welcome.kind !== 'sent')
          return { ...welcome, kind: welcome.kind === 'split' ? 'wait' : welcome.kind };
        return ask(
          entries.in(bytes).map((entry) => addition(entry, maxlen)),
          context,
        );
      },
    };
  },
});

function addition({ stream, time, fields }: TypeOf<typeof ENTRY>, maxlen: number): string[] {
  const pairs = Object.entries(fields).filter(([, value]) => value !== null);
  // An entry needs at least one field.
  const given = pairs.length === 0 ? [['', '']] : pairs.map(([name, value]) => [name, asText(value)]);
  return ['XADD', stream, 'MAXLEN', '~', String(maxlen), `${time}-0`, ...given.flat()];
}

const asText = (value: Scalar): string => String(typeof value === 'boolean' ? Number(value) : value);

/** The entry or a newer one exists. */
const TAKEN = 'equal or smaller than the target stream top item';
/** Errors start with a word: for credentials, for other things that an administrator can fix, and for temporary ones. */
const DENIED = /^(?:NOAUTH|WRONGPASS|NOPERM|ERR AUTH)/;
const CURABLE = /^(?:WRONGTYPE|ERR invalid DB|ERR DB index|MOVED)/;
const PASSING = /^(?:LOADING|OOM|READONLY|BUSY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|MISCONF|NOREPLICAS)/;

function verdictOf(replies: readonly Reply[]): DeliveryVerdict {
  const errors = replies.flatMap((reply) =>
    'error' in reply && !reply.error.includes(TAKEN) ? [reply.error] : [],
  );
  const worst =
    [DENIED, CURABLE, PASSING].flatMap((kind) => errors.filter((error) => kind.test(error)))[0] ?? errors[0];
  if (worst === undefined) return { kind: 'sent', answer: 'added' };
  if (DENIED.test(worst)) return denied(worst);
  if (CURABLE.test(worst)) return { kind: 'wait', answer: worst };
  return { kind: PASSING.test(worst) ? 'again' : 'split', answer: worst };
}

/** An array of bulk strings. */
function commandBytes(words: readonly string[]): Buffer {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return Buffer.from(`*${words.length}\r\n${parts.join('')}`);
}

/** A reply: its text or its error. */
type Reply = { readonly text: string } | { readonly error: string };

/** Parses the first replies; null if incomplete. Throws for invalid bytes. */
export function parseReplies(bytes: Buffer, count: number): Reply[] | null {
  const replies: Reply[] = [];
  let at = 0;
  while (replies.length < count) {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return null;
    const line = bytes.toString('utf8', at + 1, end);
    const kind = String.fromCharCode(bytes[at] ?? 0);
    at = end + 2;
    if (kind === '-') replies.push({ error: line });
    else if (kind === '+' || kind === ':') replies.push({ text: line });
    else if (kind === '$') {
      const size = Math.max(0, Number(line));
      if (bytes.length < at + size + 2) return null;
      replies.push({ text: bytes.toString('utf8', at, at + size) });
      at += line === '-1' ? 0 : size + 2;
    } else throw new Error('the answer is not that of a Redis server');
  }
  return replies;
}
