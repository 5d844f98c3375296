/** Messages to browsers, through a push service as strict as real ones. */
import { describe, expect, it } from 'vitest';
import type { PushNotification } from '../../../core/push-notification.ts';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { deliverNow, EVERY_NOTICE, notice, sampleTarget } from '../../../../test/support/notify.ts';
import { pushService } from '../../../../test/support/push-service.ts';
import type { DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import type { Notice } from '../../../core/notice.ts';
import { rightOf } from '../web-push/acknowledgement.ts';
import { createKey, publicKeyOf } from '../web-push/vapid.ts';

const { now } = createFakeClock();
const OWNER = { id: 'b'.repeat(22), secret: Buffer.alloc(32, 1).toString('base64url') };

async function rig(
  texts: Readonly<Record<string, string>> = { private_addresses: 'True' },
  more: object = {},
) {
  const service = await pushService(now);
  const key = createKey();
  const { endpoint, keys } = service.subscribe('a', publicKeyOf(key));
  const section = sampleTarget('webpush', texts);
  const own = {
    ...OWNER,
    ...keys,
    key,
    endpoint: new URL(endpoint),
    origin: 'https://gander.example.org',
    ...more,
  };
  const target = {
    ...section,
    options: { ...section.options, ...own },
    ca: service.cert,
  };
  const send = (what: Notice): Promise<DeliveryVerdict> => deliverNow(target, what);
  const shown = async (what: Notice): Promise<PushNotification> => {
    expect(await send(what)).toEqual({ kind: 'sent', answer: 'status 201' });
    return JSON.parse(service.taken.at(-1)?.text ?? '') as PushNotification;
  };
  return { service, send, shown };
}

describe('a browser', () => {
  it.each(EVERY_NOTICE)('gets %s', async (_, what) => {
    const { shown } = await rig();
    expect((await shown(what)).title).not.toBe('');
  });

  it('reads what, where and how bad, when, and the right to acknowledge', async () => {
    const { service, shown } = await rig();
    const message = await shown(notice('begin', { state: 'CRITICAL' }));
    expect(message).toMatchObject({
      title: 'CRITICAL: CPU_TOTAL 75.25 on web1',
      body: expect.stringContaining('Top processes: stress, node') as string,
      path: '#at=1767225600000',
      isLoud: true,
      stays: true,
    });
    expect(rightOf(message.token ?? '', [OWNER], now())?.event).toEqual({ id: 1, begin: 1_767_225_600 });
    expect(service.taken[0]).toMatchObject({ ttl: 86_400, urgency: 'high' });
  });

  it('sees the end in place of the begin, and each moment by itself', async () => {
    const { service, shown } = await rig();
    const begin = await shown(notice('begin'));
    const end = await shown(notice('end'));
    expect(end).toMatchObject({ tag: begin.tag, isLoud: false, stays: false, token: null });
    const other = await shown(notice('begin', { id: 2, type: 'MEM', plugin: 'mem' }));
    const moments = [5, 6].map((begins) => notice('begin', { type: 'REBOOT', begin: begins, end: begins }));
    const [first, second] = [await shown(moments[0] as Notice), await shown(moments[1] as Notice)];
    expect(new Set([begin, other, first, second].map(({ tag }) => tag)).size).toBe(4);
    expect([other.token, first.token]).toEqual([expect.any(String), null]);
    expect(service.taken.map(({ urgency }) => urgency)).toEqual(Array(5).fill('normal'));
  });

  it('of a hub is led to the server of an alert, which it may acknowledge', async () => {
    const { shown } = await rig();
    const message = await shown({ ...notice('begin', { server: 'db 1:61208' }), host: 'db1' });
    expect(message).toMatchObject({
      path: 'servers/db%201%3A61208/#at=1767225600000',
      token: expect.stringContaining('.1.1767225600.') as string,
    });
  });

  it('that has unsubscribed is gone', async () => {
    const { service, send } = await rig();
    service.unsubscribe('a');
    expect(await send(notice('begin'))).toEqual({
      kind: 'drop',
      answer: 'status 410: the browser has unsubscribed',
      isGone: true,
    });
    service.answerNext(404);
    expect(await send(notice('begin'))).toMatchObject({ kind: 'drop', isGone: true });
  });

  it('gets its message later from a service that has no time', async () => {
    const { service, send } = await rig();
    service.answerNext(429, { 'retry-after': '30' });
    expect(await send(notice('begin'))).toMatchObject({ kind: 'again', retryAfterMs: 30_000 });
    service.answerNext(301, { location: `${service.origin}/push/a` });
    expect(await send(notice('begin'))).toMatchObject({ kind: 'drop' });
    expect(service.taken).toEqual([]);
  });

  it('of another key than that of the agent gets nothing, and the reason is named', async () => {
    const { send } = await rig(undefined, { key: createKey() });
    expect(await send(notice('begin'))).toMatchObject({
      kind: 'drop',
      answer: 'status 403 (another key than that of the subscription)',
    });
  });

  it.each([
    ['a name of this machine', {}, /localhost has no address that is allowed/],
    [
      'an address of this machine',
      { endpoint: new URL('https://127.0.0.1:1/p') },
      /127\.0\.0\.1 is not allowed/,
    ],
    ['the metadata', { endpoint: new URL('https://169.254.169.254/p') }, /169\.254\.169\.254 is not allowed/],
  ])('at %s gets nothing', async (_, more, words) => {
    const { service, send } = await rig({}, more);
    expect((await send(notice('begin'))).answer).toMatch(words);
    expect([service.taken, service.refused]).toEqual([[], []]);
  });

  it('of a private service gets nothing from that of metadata', async () => {
    const { send } = await rig(undefined, { endpoint: new URL('https://[fd00:ec2::254]/p') });
    expect((await send(notice('begin'))).answer).toMatch(/is not allowed/);
  });
});

describe('the contact', () => {
  it.each([
    ['that is configured', { contact: 'mailto:ops@example.org' }, {}, 'mailto:ops@example.org'],
    ['of the page', {}, {}, 'https://gander.example.org'],
    ['of a page at localhost', {}, { origin: undefined }, 'mailto:gander@localhost.localdomain'],
  ])('%s is told', async (_, texts, more, contact) => {
    const { send, service } = await rig({ private_addresses: 'True', ...texts }, more);
    expect(await send(notice('begin'))).toMatchObject({ kind: 'sent' });
    const [, claims = ''] = (service.taken[0]?.authorization ?? '').split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub: contact });
  });

  it.each(['ops@example.org', 'http://example.org', 'mailto:', 'mailto:a b@example.org', ''])(
    '%j is none',
    (contact) => {
      expect(() => sampleTarget('webpush', { contact })).toThrow('mailto: or https://');
    },
  );
});
