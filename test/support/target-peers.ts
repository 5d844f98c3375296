/** The receiver of each type of notification target. A new type needs an entry. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSend, send as sendNow, type Send } from '../../src/alerts/notify/send.ts';
import type { Target } from '../../src/alerts/notify/target.ts';
import { secretsOf } from '../../src/alerts/notify/target-type.ts';
import { createKey, publicKeyOf } from '../../src/alerts/notify/web-push/vapid.ts';
import { secretKeysOf } from '../../src/net/deliver/secret-value.ts';
import { hasOpenssl, selfSigned } from './certificates.ts';
import { loading } from './fake-package.ts';
import { rawServer } from './fake-servers.ts';
import { notifyServices } from './notify-services.ts';
import { sampleTarget } from './notify.ts';
import { pushService } from './push-service.ts';
import { smtpSink } from './smtp-sink.ts';
import { temporaryTree } from './temporary-directory.ts';

/** Type of an alert that the receiver never takes. */
export const UNWELCOME = 'ECHO';

/** A message as it arrived. */
export interface Taken {
  /** Headers, address and arguments: all but the body. */
  readonly head: string;
  readonly body: string;
  /** By which the receiver recognises a repetition; null: none. */
  readonly id: string | null;
}

export interface Receiver {
  /** `lost`: messages arrive, but not the reply. */
  mood: 'up' | 'lost' | 'down';
  readonly target: Target;
  readonly send: Send;
  readonly taken: Taken[];
  /** Messages that break the rules of the service. */
  readonly broken: string[];
  /** False: it never refuses a message for good. */
  readonly refuses: boolean;
  readonly hasIds: boolean;
  /** Milliseconds since the epoch at which the alert of a message began. */
  timeOf(taken: Taken): number;
}

const KEY = 'aB3'.repeat(10);
const EVENT = (body: string): number => (JSON.parse(body) as { event: { begin: number } }).event.begin * 1000;
/** `since 2026-01-01 00:00:00 +00:00` in a text, whatever signs are escaped. */
const SINCE = (body: string): number =>
  Date.parse(/since ([\d-]{10} [\d:]{8} [+-][\d:]{5})/.exec(body.replaceAll('\\', ''))?.[1] ?? '');
const member =
  (pattern: RegExp) =>
  (body: string): string =>
    pattern.exec(body)?.[1] ?? '';

interface Service {
  /** Texts of its section; `URL` is that of the receiver. */
  readonly texts: Readonly<Record<string, string>>;
  /** By which repetitions are recognised. */
  readonly id?: (body: string, head: string) => string;
  readonly time?: (body: string) => number;
}

export const SERVICES: Readonly<Record<string, Service>> = {
  ntfy: { texts: { server: 'URL', topic: 'alarm', token: 'tk_s3cret' } },
  webhook: {
    texts: { webhook_url: 'URL/own', secret: 's3cret-key', headers: 'X-Env: s3cret-env' },
    id: (_, head) => member(/"x-gander-delivery":"([^"]+)"/)(head),
    time: EVENT,
  },
  slack: { texts: { webhook_url: 'URL/services/T0/B0/s3cret' } },
  gotify: { texts: { server: 'URL/gotify', token: 'tk-s3cret' } },
  discord: { texts: { webhook_url: 'URL/api/webhooks/1/s3cret' } },
  telegram: { texts: { server: 'URL', token: '1:s3cret-token', chat_id: '1' } },
  pushover: { texts: { server: 'URL', token: KEY, user: KEY, priority_critical: '2' } },
  matrix: {
    texts: { server: 'URL', token: 'tk-s3cret', room: '!abc:example.org' },
    id: (_, head) => head.split(' ')[1] ?? '',
  },
  mattermost: { texts: { webhook_url: 'URL/hooks/s3cret' } },
  teams: { texts: { webhook_url: 'URL/workflows/s3cret' } },
  signal: { texts: { server: 'URL', number: '+4912345678', recipients: '+4987654321, group.YWJj' } },
  pagerduty: {
    texts: { server: 'URL', routing_key: `${KEY}xy` },
    id: member(/"dedup_key":"([^"]+)"/),
    time: (body) => Date.parse(member(/"timestamp":"([^"]+)"/)(body)),
  },
  opsgenie: { texts: { server: 'URL', api_key: 'k-s3cret' }, id: member(/"alias":"([^"]+)"/) },
  alertmanager: {
    texts: { server: 'URL', token: 'tk-s3cret' },
    id: member(/"labels":(\{[^}]*\})/),
    time: (body) => Date.parse(member(/"startsAt":"([^"]+)"/)(body)),
  },
  homeassistant: {
    texts: { server: 'URL', webhook_id: 'hook-s3cret' },
    id: member(/"id":"([^"]+)"/),
    time: EVENT,
  },
  apprise: { texts: { server: 'URL', key: 'gander', tag: 'ops' } },
};

/** All secrets of a target, as its receiver may repeat them. */
export const secretTexts = ({ type, options }: Pick<Target, 'type' | 'options'>): string[] =>
  secretKeysOf(secretsOf(type))
    .flatMap((key) => {
      const value: unknown = options[key];
      if (value instanceof URL) return [value.pathname.slice(1)];
      if (value instanceof Map) return [...value.values()].map(String);
      return Array.isArray(value) ? (value.slice(-1) as string[]) : [String(value ?? '')];
    })
    .filter((text) => text.length > 4);

const reasonOf = (target: Pick<Target, 'type' | 'options'>): string =>
  `nothing for ${secretTexts(target).join(' ')}`;

const base = (target: Target, { id, time = SINCE }: Omit<Service, 'texts'> = {}) => ({
  mood: 'up' as Receiver['mood'],
  target,
  send: sendNow,
  taken: [] as Taken[],
  broken: [] as string[],
  refuses: true,
  hasIds: id !== undefined,
  timeOf: ({ body }: Taken) => time(body),
});

const service =
  ({ texts, ...traits }: Service) =>
  async (type: string): Promise<Receiver> => {
    const { url } = await notifyServices((request, reply) => {
      const { method, path, headers, body } = request;
      const json = (status: number, error: string) => ({ status, body: JSON.stringify({ error }) });
      if (receiver.mood === 'down') return json(503, reasonOf(receiver.target));
      if (body.includes(UNWELCOME)) return json(400, reasonOf(receiver.target));
      if (typeof reply === 'function' || reply.status >= 300) receiver.broken.push(JSON.stringify(reply));
      const head = `${method} ${path} ${JSON.stringify(headers)}`;
      receiver.taken.push({ head, body, id: traits.id?.(body, head) ?? null });
      return receiver.mood === 'lost' ? (response) => response.destroy() : reply;
    });
    const own = Object.entries(texts).map(([key, text]) => [key, text.replace('URL', url)]);
    const receiver: Receiver = base(sampleTarget(type, Object.fromEntries(own)), traits);
    return receiver;
  };

async function email(): Promise<Receiver> {
  const isSecure = hasOpenssl();
  const { key, cert } = isSecure ? selfSigned() : { key: '', cert: null };
  const login = isSecure ? { username: 'me', password: 's3cret-word' } : { security: 'none' };
  const failure = (responseCode: number) =>
    Object.assign(new Error(reasonOf(receiver.target)), { responseCode });
  const { port } = await smtpSink(
    {
      ...(isSecure ? { key, cert: cert ?? '' } : { disabledCommands: ['STARTTLS', 'AUTH'] }),
      onAuth: (_, __, done) => done(null, { user: 'me' }),
    },
    ({ source }) => {
      if (receiver.mood === 'down') return failure(451);
      if (source.includes(UNWELCOME)) return failure(554);
      const [head = '', body = ''] = source.split(/\r\n\r\n([^]*)/);
      receiver.taken.push({ head, body, id: member(/^X-Gander-Delivery: (.+)\r$/m)(head) });
      return receiver.mood === 'lost' ? failure(451) : null;
    },
  );
  const texts = {
    smtp_host: '127.0.0.1',
    smtp_port: String(port),
    from: 'g@h.test',
    to: 'a@h.test',
    ...login,
  };
  const receiver: Receiver = base({ ...sampleTarget('email', texts), ca: cert }, { id: () => '' });
  return receiver;
}

/** A program of the shell, which says what it thinks of a message by its exit code. */
async function exec(): Promise<Receiver> {
  const folder = temporaryTree({
    'run.sh':
      'cd "$(dirname "$0")"; [ -e down ] && { echo "nothing for $2" >&2; exit 3; }\n' +
      'cat >> taken; echo >> taken; [ -e lost ] && { echo "nothing for $2" >&2; exit 4; }; exit 0\n',
  });
  const target = sampleTarget('exec', { command: `/bin/sh "${join(folder, 'run.sh')}" --key s3cret-word` });
  const receiver: Receiver = {
    ...base(target, { id: () => '', time: EVENT }),
    refuses: false,
    async send(delivery, context) {
      for (const mood of ['lost', 'down']) rmSync(join(folder, mood), { force: true });
      writeFileSync(join(folder, receiver.mood), '');
      return sendNow(delivery, context);
    },
    get taken() {
      const file = join(folder, 'taken');
      const bodies = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
      return bodies.map((body) => ({ head: '', body, id: member(/"id":"([^"]+)"/)(body) }));
    },
  };
  return receiver;
}

async function mqtt(): Promise<Receiver> {
  const { port } = await rawServer(() => {});
  class MqttClient {
    on(event: string, callback: (error?: Error) => void): void {
      if (receiver.mood === 'down' ? event === 'error' : event === 'connect')
        queueMicrotask(() => callback(new Error(reasonOf(receiver.target))));
    }
    async publishAsync(topic: string, text: string): Promise<void> {
      if (/[+#\0]/.test(topic)) receiver.broken.push(topic);
      const isBody = topic.endsWith('/attributes');
      if (isBody) receiver.taken.push({ head: topic, body: text, id: member(/"id":"([^"]+)"/)(text) });
      if (isBody && receiver.mood === 'lost') throw new Error(reasonOf(receiver.target));
    }
    async endAsync(): Promise<void> {}
  }
  const texts = { host: '127.0.0.1', port: String(port), username: 'me', password: 's3cret-word' };
  const receiver: Receiver = {
    ...base(sampleTarget('mqtt', texts), { id: () => '', time: EVENT }),
    refuses: false,
    send: createSend(loading({ MqttClient })),
  };
  return receiver;
}

async function webpush(): Promise<Receiver> {
  const service = await pushService(() => Date.UTC(2026, 0, 1));
  const key = createKey();
  const { endpoint, keys } = service.subscribe('s3cret-name', publicKeyOf(key));
  const section = sampleTarget('webpush', { private_addresses: 'True' });
  const secret = Buffer.alloc(32, 1).toString('base64url');
  const own = { id: 'b'.repeat(22), secret, ...keys, key, endpoint: new URL(endpoint) };
  const target = { ...section, options: { ...section.options, ...own }, ca: service.cert };
  const receiver: Receiver = {
    ...base(target, { id: () => '' }),
    // A service reads no message: this one is told what to answer.
    async send(delivery, context) {
      const isUnwelcome = delivery.protocol === 'push' && delivery.text.includes(UNWELCOME);
      if (receiver.mood === 'down') service.answerNext(503);
      else if (isUnwelcome) service.answerNext(400);
      const verdict = await sendNow(delivery, context);
      return receiver.mood === 'lost' ? { kind: 'again', answer: reasonOf(target) } : verdict;
    },
    get taken() {
      return service.taken.map(({ text, authorization, urgency }) => ({
        head: `${authorization} ${urgency}`,
        body: text,
        id: (JSON.parse(text) as { tag: string }).tag,
      }));
    },
  };
  return receiver;
}

export const RECEIVERS: Readonly<Record<string, (type: string) => Promise<Receiver>>> = {
  ...Object.fromEntries(Object.entries(SERVICES).map(([type, one]) => [type, service(one)])),
  email,
  exec,
  mqtt,
  webpush,
};
