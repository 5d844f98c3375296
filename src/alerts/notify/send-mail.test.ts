import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { selfSigned } from '../../../test/support/certificates.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { sampleEvent, sampleTarget } from '../../../test/support/notify.ts';
import { smtpSink } from '../../../test/support/smtp-sink.ts';
import type { NoticeEvent } from '../../core/notice.ts';
import { deliver } from './channel.ts';
import type { DeliveryVerdict } from '../../net/deliver/verdict.ts';
import { send } from './send.ts';

const BASE = { smtp_host: '127.0.0.1', from: 'Gander <g@h.test>', to: 'a@h.test, B <b@h.test>' };

function mail(
  texts: Record<string, string>,
  {
    ca = null,
    event = {},
    signal = AbortSignal.timeout(10_000),
  }: {
    ca?: string | null;
    event?: Partial<NoticeEvent>;
    signal?: AbortSignal;
  } = {},
): Promise<DeliveryVerdict> {
  const target = { ...sampleTarget('email', { ...BASE, ...texts }), ca };
  const notice = { id: 'n-1', kind: 'begin', host: 'web1', event: sampleEvent(event) } as const;
  return deliver(target, [notice], { send, clock: createFakeClock(), signal });
}

/** A login for me / pw-123. */
const login: SMTPServerOptions = {
  authOptional: false,
  onAuth: ({ username, password }, _, done) =>
    username === 'me' && password === 'pw-123'
      ? done(null, { user: 'me' })
      : done(new Error('Wrong password')),
};

describe('e-mail', () => {
  it('is plain text to all who should get it', async () => {
    const { port, mails } = await smtpSink({ disabledCommands: ['STARTTLS', 'AUTH'] });
    const outcome = await mail({ smtp_port: String(port), security: 'none' });
    expect(outcome).toMatchObject({ kind: 'sent' });
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ from: 'g@h.test', to: ['a@h.test', 'b@h.test'], isSecure: false });
    const [head = '', body = ''] = mails[0]?.source.split('\r\n\r\n') ?? [];
    expect(head).toMatch(/^Subject: WARNING: CPU_TOTAL 75\.25 on web1\r$/m);
    expect(head).toMatch(/^From: Gander <g@h\.test>\r$/m);
    expect(head).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m);
    expect(head).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(head).toMatch(/^X-Gander-Delivery: n-1\r$/m);
    expect(body).toContain('Lowest 71.5, mean 75.25, highest 79.\r\n');
  });

  it('goes over STARTTLS, with a login', async () => {
    const { key, cert } = selfSigned();
    const { port, mails } = await smtpSink({ key, cert, ...login });
    const texts = { smtp_port: String(port), username: 'me', password: 'pw-123' };
    expect(await mail(texts, { ca: cert })).toMatchObject({ kind: 'sent' });
    expect(mails[0]).toMatchObject({ user: 'me', isSecure: true });
  });

  it('goes over TLS from the start', async () => {
    const { key, cert } = selfSigned();
    const { port, mails } = await smtpSink({ key, cert, secure: true, ...login });
    const texts = { smtp_port: String(port), security: 'tls', username: 'me', password: 'pw-123' };
    expect(await mail(texts, { ca: cert })).toMatchObject({ kind: 'sent' });
    expect(mails[0]).toMatchObject({ user: 'me', isSecure: true });
  });

  it('is not sent to a server whose certificate nobody vouches for', async () => {
    const { key, cert } = selfSigned();
    const { port, mails } = await smtpSink({ key, cert });
    const outcome = await mail({ smtp_port: String(port) });
    expect(outcome).toMatchObject({ kind: 'again' });
    expect(outcome.answer).toMatch(/self-signed certificate/);
    expect(mails).toEqual([]);
  });

  it('is not sent in clear text where STARTTLS was asked for', async () => {
    const { port, mails } = await smtpSink({ disabledCommands: ['STARTTLS'] });
    expect(await mail({ smtp_port: String(port) })).toMatchObject({ kind: 'drop' });
    expect(mails).toEqual([]);
  });

  it('is dropped when the login is wrong', async () => {
    const { key, cert } = selfSigned();
    const { port } = await smtpSink({ key, cert, ...login });
    const texts = { smtp_port: String(port), username: 'me', password: 'pw-456' };
    const outcome = await mail(texts, { ca: cert });
    expect(outcome).toMatchObject({ kind: 'drop' });
    expect(outcome.answer).toMatch(/^535 /);
  });

  it.each([
    [450, 'again'],
    [550, 'drop'],
  ])('is refused with %d: %s', async (responseCode, kind) => {
    const { port } = await smtpSink({
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_, __, done) => done(Object.assign(new Error('No such user'), { responseCode })),
    });
    const outcome = await mail({ smtp_port: String(port), security: 'none' });
    expect(outcome).toMatchObject({ kind });
    expect(outcome.answer).toContain('No such user');
  });

  it('has no headers but its own, whatever names hold', async () => {
    const { port, mails } = await smtpSink({ disabledCommands: ['STARTTLS'] });
    const evil = 'X\r\nBcc: evil@h.test\r\n\r\nHi \u2028 =?utf-8?q?a?= Ünï';
    const event = {
      type: evil,
      item: `${evil}\r\n.\r\nMAIL FROM:<evil@h.test>\r\n`,
      desc: '\r\n.\r\nQUIT\r\n',
    };
    expect(await mail({ smtp_port: String(port), security: 'none' }, { event })).toMatchObject({
      kind: 'sent',
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to).toEqual(['a@h.test', 'b@h.test']);
    const [head = ''] = mails[0]?.source.split('\r\n\r\n') ?? [];
    const names = head.split(/\r\n(?![ \t])/).map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
    expect(names.sort()).toEqual([
      'auto-submitted',
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
      'x-gander-delivery',
    ]);
  });

  it('ends when it is told to, though the server goes on greeting', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
      socket.write('220-hello\r\n');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void server.close());
    const controller = new AbortController();
    const { port } = server.address() as AddressInfo;
    const outcome = mail({ smtp_port: String(port), security: 'none' }, { signal: controller.signal });
    await expect.poll(() => sockets.length).toBe(1);
    controller.abort();
    expect(await outcome).toMatchObject({ kind: 'again' });
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  });
});
