/** Exporters that use optional packages, to the servers that Debian has. */
import { spawn } from 'node:child_process';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectAsync } from 'mqtt';
import { describe, expect, it } from 'vitest';
import { createLoader, MissingPackage } from '../../src/net/deliver/packages.ts';
import { verdictOfError } from '../../src/net/deliver/verdict.ts';
import { deliver } from '../../src/alerts/notify/channel.ts';
import { send } from '../../src/alerts/notify/send.ts';
import { runAgent } from '../support/built-agent.ts';
import { type Certificate, hasOpenssl, selfSigned } from '../support/certificates.ts';
import { kindsOf, recordedCycles, verdictsOf } from '../support/export-once.ts';
import { exporterNamed, openingOf } from '../support/exporter-opening.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { freePort } from '../support/free-port.ts';
import { sampleEvent, sampleTarget } from '../support/notify.ts';
import { askUntil, hasProgram, startServer } from '../support/real-server.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const PROGRAMS = {
  mosquitto: '/usr/sbin/mosquitto',
  nats: '/usr/sbin/nats-server',
  zmq: '/usr/lib/python3/dist-packages/zmq/__init__.py',
};

/** What comes of an export over TLS to a server with this certificate, whose authority is trusted. */
const overTls = (name: string, options: Record<string, unknown>, { cert: ca }: Certificate) =>
  verdictsOf(name, options, [Date.now()], { certificates: { ca } }).then(
    ([verdict]) => verdict,
    (error: unknown) => verdictOfError(error),
  );

/** A certificate of another server of the same authority must not do. */
const foreign = (name: string) => ({
  kind: 'wait',
  answer: expect.stringMatching(
    new RegExp(`does not match certificate's altnames: (?:Host|IP): ${name}.*; check the certificate`),
  ) as string,
});

describe.skipIf(!hasProgram(PROGRAMS.mosquitto))('mosquitto', () => {
  it.skipIf(!hasOpenssl())('must have a certificate for its name', async () => {
    const [right, wrong] = [selfSigned(), selfSigned('DNS:other.test,IP:127.0.0.9')];
    const [rightPort, wrongPort] = [await freePort(), await freePort()];
    const listener = (port: number, { certFile, keyFile }: Certificate) =>
      `listener ${port} 127.0.0.1\ncertfile ${certFile}\nkeyfile ${keyFile}\n`;
    const config = `user root\nallow_anonymous true\n${listener(rightPort, right)}${listener(wrongPort, wrong)}`;
    const folder = temporaryTree({ 'm.conf': config });
    await startServer(PROGRAMS.mosquitto, ['-c', `${folder}/m.conf`], { port: wrongPort });
    const options = { tls: true, user: '' };
    for (const host of ['localhost', '127.0.0.1']) {
      expect(await overTls('mqtt', { ...options, host, port: rightPort }, right)).toMatchObject({
        kind: 'sent',
      });
      expect(await overTls('mqtt', { ...options, host, port: wrongPort }, wrong)).toEqual(foreign(host));
      const notify = (port: number, { cert }: Certificate) => {
        const target = { ...sampleTarget('mqtt', { host, port: String(port), tls: 'true' }), ca: cert };
        const notice = { id: 'n-1', kind: 'begin', host: 'web1', event: sampleEvent({}) } as const;
        return deliver(target, [notice], {
          send,
          clock: createFakeClock(),
          signal: AbortSignal.timeout(60_000),
        });
      };
      expect(await notify(rightPort, right)).toMatchObject({ kind: 'sent' });
      expect(await notify(wrongPort, wrong)).toEqual({ ...foreign(host), kind: 'again' });
    }
  });

  it('takes a topic per value, and knows whether the host is there', async () => {
    const port = await freePort();
    const folder = temporaryTree({ 'm.conf': `listener ${port} 127.0.0.1\nallow_anonymous true\n` });
    await startServer(PROGRAMS.mosquitto, ['-c', `${folder}/m.conf`], { port });
    const seen = new Map<string, string>();
    const watcher = await connectAsync(`mqtt://127.0.0.1:${port}`);
    watcher.on('message', (topic, text) => void seen.set(topic, text.toString()));
    await watcher.subscribeAsync('glances/#', { qos: 1 });
    expect(kindsOf(await verdictsOf('mqtt', { host: '127.0.0.1', port, user: '' }))).toEqual(['sent']);
    for (const topic of ['availability', 'fs/_/percent', 'load/min1'])
      await askUntil(
        async () => seen.get(`glances/testhost/${topic}`),
        (text) => text !== undefined,
      );
    expect(seen.get('glances/testhost/fs/_/percent')).toMatch(/^\d/);
    expect(seen.get('glances/testhost/load/min1')).toMatch(/^\d/);
    expect(
      kindsOf(await verdictsOf('mqtt', { host: '127.0.0.1', port, user: '', topic_structure: 'per-plugin' })),
    ).toEqual(['sent']);
    const load = await askUntil(
      async () => seen.get('glances/testhost/load'),
      (text) => text !== undefined,
    );
    expect(JSON.parse(load ?? '')).toMatchObject({ min1: expect.any(Number) as number });
    await watcher.endAsync();
  });

  it('says which password it does not accept', async () => {
    const port = await freePort();
    const folder = temporaryTree({ 'm.conf': `listener ${port} 127.0.0.1\nallow_anonymous false\n` });
    await startServer(PROGRAMS.mosquitto, ['-c', `${folder}/m.conf`], { port });
    expect((await verdictsOf('mqtt', { host: '127.0.0.1', port, password: 'wrong' }))[0]).toEqual({
      kind: 'wait',
      answer: 'Connection refused: Not authorized',
      isDenied: true,
    });
    const path = `${temporaryTree({ 'gander.conf': `[mqtt]\nhost=127.0.0.1\nport=${port}\npassword=wrong\n` })}/gander.conf`;
    const { code, stderr } = await runAgent('-C', path, '--export-test', 'mqtt');
    expect([code, stderr]).toEqual([
      1,
      `gander: "mqtt" (mqtt://127.0.0.1:${port} (glances/…)) did not take the values: Connection refused: Not authorized; check user and password in [mqtt].\n`,
    ]);
  });

  it('keeps what Home Assistant is told, also for one that comes later', async () => {
    const port = await freePort();
    const folder = temporaryTree({ 'm.conf': `listener ${port} 127.0.0.1\nallow_anonymous true\n` });
    await startServer(PROGRAMS.mosquitto, ['-c', `${folder}/m.conf`], { port });
    const exporter = exporterNamed('mqtt');
    const opening = openingOf(exporter, { host: '127.0.0.1', port, user: '', discovery: true });
    const session = exporter.open(opening);
    const context = () => ({ signal: AbortSignal.timeout(60_000), now: Date.now() });
    const payloads = exporter.encoder(opening)((await recordedCycles())(exporter, Date.now()));
    for (const { bytes } of payloads)
      expect(await session.send(bytes, context())).toMatchObject({ kind: 'sent' });

    const seen = new Map<string, { text: string; isRetained: boolean; count: number }>();
    const late = await connectAsync(`mqtt://127.0.0.1:${port}`);
    late.on('message', (topic, text, { retain }) => {
      const count = (seen.get(topic)?.count ?? 0) + 1;
      seen.set(topic, { text: text.toString(), isRetained: retain, count });
    });
    await late.subscribeAsync(['homeassistant/device/+/config', 'glances/testhost/+'], { qos: 1 });
    const config = () => [...seen].find(([topic]) => topic.startsWith('homeassistant/'))?.[1];
    await askUntil(
      async () => config(),
      (found) => found !== undefined,
    );
    expect(config()?.isRetained).toBe(true);
    const { cmps, avty_t: availability } = JSON.parse(config()?.text ?? '') as {
      cmps: Record<string, { stat_t: string; val_tpl: string }>;
      avty_t: string;
    };
    // Each entity finds its value at its topic. The broker sends retained messages one by one.
    const missing = () =>
      Object.entries(cmps)
        .filter(([, { stat_t: topic, val_tpl: template }]) => {
          const state = JSON.parse(seen.get(topic)?.text ?? '{}') as Record<string, unknown>;
          const [, literal = ''] = /value_json\['(.*?)'\]/.exec(template) ?? [];
          const member = literal.replaceAll(/\\U([0-9a-f]{8})/g, (_, code: string) =>
            String.fromCodePoint(Number.parseInt(code, 16)),
          );
          return !Object.hasOwn(state, member);
        })
        .map(([name]) => name);
    const whole = await askUntil(
      async () => ({ missing: missing(), availability: seen.get(availability) }),
      (found) => found.missing.length === 0 && found.availability !== undefined,
    );
    expect(whole).toMatchObject({ missing: [], availability: { text: 'online', isRetained: true } });
    expect(Object.keys(cmps)).toEqual(expect.arrayContaining(['cpu_total', 'mem_percent', 'load_min5']));
    // Home Assistant was started again.
    await late.publishAsync('homeassistant/status', 'online', { qos: 1 });
    await askUntil(
      async () => config()?.count ?? 0,
      (count) => count > 1,
    );
    expect(config()?.count).toBe(2);
    await session.close?.();
    await askUntil(
      async () => seen.get(availability)?.text,
      (text) => text === 'offline',
    );
    expect(seen.get(availability)?.text).toBe('offline');
    await late.endAsync();
  });
});

describe.skipIf(!hasProgram(PROGRAMS.nats))('nats-server', () => {
  it.skipIf(!hasOpenssl())('must have a certificate for its name', async () => {
    for (const [names, isRight] of [
      ['DNS:localhost', true],
      ['DNS:other.test', false],
    ] as const) {
      const certificate = selfSigned(names);
      const port = await freePort();
      const keys = ['--tls', '--tlscert', certificate.certFile, '--tlskey', certificate.keyFile];
      await startServer(PROGRAMS.nats, ['-a', '127.0.0.1', '-p', String(port), ...keys], { port });
      const options = { host: [`tls://localhost:${port}`], user: '' };
      expect(await overTls('nats', options, certificate)).toMatchObject(
        isRight ? { kind: 'sent' } : foreign('localhost'),
      );
    }
  });

  it('takes a subject per plugin, and JetStream each message once', async () => {
    const port = await freePort();
    const store = ['-js', '-sd', temporaryTree()];
    const users =
      '{user: all, password: secret}, {user: few, password: secret, permissions: {publish: "other.>"}}';
    const folder = temporaryTree({ 'n.conf': `authorization { users: [${users}] }` });
    const settings = ['-c', `${folder}/n.conf`, '-a', '127.0.0.1', '-p', String(port), ...store];
    await startServer(PROGRAMS.nats, settings, { port });
    const { connect } = await import('@nats-io/transport-node');
    const watcher: NatsConnection = await connect({
      servers: `127.0.0.1:${port}`,
      user: 'all',
      pass: 'secret',
    });
    const texts = new Map<string, string>();
    watcher.subscribe('glances.>', {
      callback: (_, message) => void texts.set(message.subject, message.string()),
    });
    await watcher.flush();
    const jetStream = async (what: string, request: object = {}) =>
      (await watcher.request(`$JS.API.STREAM.${what}.HOSTS`, JSON.stringify(request))).json<{
        state: { messages: number };
      }>();
    await jetStream('CREATE', { name: 'HOSTS', subjects: ['glances.>'] });
    const options = { host: [`nats://127.0.0.1:${port}`] };
    const time = Date.now();
    const login = { user: 'all', password: 'secret' };
    const sendAt = (...times: number[]) => verdictsOf('nats', { ...options, ...login }, times);
    expect(kindsOf(await sendAt(time))).toEqual(['sent']);
    const { messages } = (await jetStream('INFO')).state;
    expect(messages).toBeGreaterThan(10);
    // The same cycle again, and one without changes at another time.
    expect(kindsOf(await sendAt(time, time + 2000))).toEqual(['sent']);
    expect((await jetStream('INFO')).state.messages).toBe(2 * messages);
    const text = await askUntil(
      async () => texts.get('glances.load'),
      (found) => found !== undefined,
    );
    expect(JSON.parse(text ?? '')).toMatchObject({ min1: expect.any(Number) as number });
    expect((await verdictsOf('nats', { ...options, ...login, password: 'wrong' }))[0]).toEqual({
      kind: 'wait',
      answer: 'Authorization Violation',
      isDenied: true,
    });
    expect((await verdictsOf('nats', { ...options, ...login, user: 'few' }))[0]).toEqual({
      kind: 'wait',
      answer: expect.stringMatching(/Permissions Violation for Publish to "glances\./i) as string,
      isDenied: true,
    });
    // Credentials are not sent to a server that lacks the required TLS.
    expect((await verdictsOf('nats', { ...login, host: [`tls://127.0.0.1:${port}`] }))[0]).toEqual({
      kind: 'wait',
      answer: "server does not support 'tls'; check host and ca_file",
    });
    await watcher.close();
  });
});

const SUBSCRIBER = `
import sys, json, zmq
socket = zmq.Context().socket(zmq.SUB)
socket.connect(sys.argv[1])
socket.setsockopt(zmq.SUBSCRIBE, b'G')
print('ready', flush=True)
while True:
    prefix, plugin, text = socket.recv_multipart()
    if plugin == b'load':
        print(json.dumps([prefix.decode(), json.loads(text)]), flush=True)
        break
`;

describe.skipIf(!hasProgram(PROGRAMS.zmq))('libzmq', () => {
  it('subscribes to what is published', async () => {
    const port = await freePort();
    const exporter = exporterNamed('zeromq');
    const opening = openingOf(exporter, { host: '127.0.0.1', port });
    const session = exporter.open(opening);
    const [payload] = exporter.encoder(opening)((await recordedCycles())(exporter, Date.now()));
    const subscriber = spawn('/usr/bin/python3', ['-c', SUBSCRIBER, `tcp://127.0.0.1:${port}`]);
    let said = '';
    subscriber.stdout.on('data', (text: Buffer) => (said += text.toString()));
    // A subscription takes a moment; earlier messages are not delivered to it.
    const publish = async () => {
      await session.send(payload?.bytes ?? new Uint8Array(), { signal: AbortSignal.timeout(5000), now: 0 });
      return said.split('\n').length > 2;
    };
    expect(await askUntil(publish, (is) => is)).toBe(true);
    expect(JSON.parse(said.split('\n')[1] ?? '')).toEqual([
      'G',
      expect.objectContaining({ min1: expect.any(Number) as number }),
    ]);
    await session.close?.();
  });
});

describe('an optional package', () => {
  it('that is missing is named with the command that installs it', async () => {
    const load = createLoader((name) => `npm install ${name}@7`);
    await expect(load('no-such-package' as 'mqtt')).rejects.toThrow(
      new MissingPackage('needs the package no-such-package: npm install no-such-package@7'),
    );
  });
});
