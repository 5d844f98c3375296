/** All targets against a server that enforces the rules of their services. */
import { describe, expect, it } from 'vitest';
import { notifyServices } from '../../../../test/support/notify-services.ts';
import { deliverNow, EVERY_NOTICE, LONG, notice, sampleTarget } from '../../../../test/support/notify.ts';
import { SERVICES } from '../../../../test/support/target-peers.ts';
import type { DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import type { NoticeGroup } from '../message.ts';

const TYPES = Object.keys(SERVICES);
const INCIDENTS = ['pagerduty', 'opsgenie', 'alertmanager'];

async function standIn(type: string, more: Readonly<Record<string, string>> = {}) {
  const services = await notifyServices();
  const texts = Object.entries({ ...SERVICES[type]?.texts, ...more });
  const target = sampleTarget(
    type,
    Object.fromEntries(texts.map(([key, text]) => [key, text.replace('URL', services.url)])),
  );
  const page = new URL('https://gander.example.org/web1/');
  const send = (...group: NoticeGroup): Promise<DeliveryVerdict> => deliverNow(target, group, page);
  const last = (): Record<string, unknown> =>
    JSON.parse(services.requests.at(-1)?.body ?? '') as Record<string, unknown>;
  return { ...services, send, last };
}

describe.each(TYPES)('%s', (type) => {
  it('takes every notice', async () => {
    const { send, requests } = await standIn(type);
    for (const [name, what] of EVERY_NOTICE) expect(await send(what), name).toMatchObject({ kind: 'sent' });
    expect(requests).toHaveLength(EVERY_NOTICE.length);
  });

  it('says what, where and how bad before all else, and links to the page at that moment', async () => {
    const { send, requests } = await standIn(type);
    await send(notice('begin', { state: 'CRITICAL' }));
    const { body = '' } = requests[0] ?? {};
    const plain = body.replaceAll('\\', '');
    expect(plain).toContain('CRITICAL: CPU_TOTAL 75.25 on web1');
    expect(plain).toContain('https://gander.example.org/web1/#at=1767225600000');
  });
});

describe.each(TYPES.filter((type) => !INCIDENTS.includes(type)))('%s', (type) => {
  it('takes a group of alerts', async () => {
    const { send } = await standIn(type);
    const many = Array.from({ length: 40 }, (_, id) => notice('begin', { id, type: LONG, item: LONG }));
    expect(await send(...(many as unknown as NoticeGroup))).toMatchObject({ kind: 'sent' });
  });
});

describe.each(INCIDENTS)('incidents of %s', (type) => {
  it('are one for an alert: opened, made worse, resolved by the end', async () => {
    const { send, open } = await standIn(type);
    await send(notice('begin'));
    expect([...open.values()]).toEqual([expect.stringMatching(/warning|P3/)]);
    await send(notice('change', { state: 'CRITICAL' }));
    await send(notice('reminder', { state: 'CRITICAL' }));
    expect([...open.values()]).toEqual([expect.stringMatching(/critical|P1/)]);
    await send(notice('begin', { id: 2, type: 'MEM', plugin: 'mem' }));
    expect(open.size).toBe(2);
    await send(notice('end', { state: 'CRITICAL' }));
    expect([...open.keys()].join()).toContain('MEM');
    expect(open.size).toBe(1);
  });

  it('are told apart by their items, however long the names are', async () => {
    const { send, open } = await standIn(type);
    for (const end of ['a', 'b']) await send(notice('begin', { item: `${LONG}${end}` }));
    expect(open.size).toBe(2);
    for (const end of ['a', 'b']) await send(notice('end', { item: `${LONG}${end}` }));
    expect(open.size).toBe(0);
  });
});

it('mqtt refuses a user without a password', () => {
  const texts = { host: 'broker', username: 'me' };
  expect(() => sampleTarget('mqtt', texts)).toThrow('needs both username and password, or neither');
});

it('Apprise without a configuration does not take a message', async () => {
  const { send } = await standIn('apprise', { key: 'other' });
  expect(await send(notice('begin'))).toEqual({
    kind: 'drop',
    answer: 'status 204: nothing is configured under this key',
  });
});

it.each(INCIDENTS)('of %s a moment that is over at once is an incident, too', async (type) => {
  const { send, open } = await standIn(type);
  await send(notice('begin', { type: 'REBOOT', end: 1_767_225_600 }));
  expect([...open.keys()].join()).toContain('REBOOT');
});

describe('messages', () => {
  it('of Pushover are repeated until somebody confirms an emergency', async () => {
    const { send, last } = await standIn('pushover');
    await send(notice('begin', { state: 'CRITICAL' }));
    expect(last()).toMatchObject({ priority: 2, retry: 60, expire: 3600, url_title: 'Open the page' });
    await send(notice('end'));
    expect(last()).toMatchObject({ priority: -1 });
    expect(last()).not.toHaveProperty('retry');
  });

  it('of Mattermost have no markup', async () => {
    const { send, last } = await standIn('mattermost');
    await send(notice('begin', { item: '*b* `c` @channel [x](http://e.test) #tag ~~s~~ :o: |' }));
    const text = String(last()['text']).replace(/\n<https:\S+>$/, '');
    expect(text.replaceAll(/\\[^\n]/g, '')).not.toMatch(/[*_~`|<>#:[\]()\\]/);
    expect(text).toContain('@\u200Bchannel');
  });

  it('of Home Assistant have the body of a web hook', async () => {
    const { send, last } = await standIn('homeassistant');
    await send(notice('begin'));
    expect(last()).toMatchObject({ version: 1, kind: 'begin', event: { type: 'CPU_TOTAL' } });
  });

  it('of Apprise have a type', async () => {
    const { send, last } = await standIn('apprise');
    const types: unknown[] = [];
    for (const what of [notice('begin'), notice('change', { state: 'CRITICAL' }), notice('end')]) {
      await send(what);
      types.push(last()['type']);
    }
    expect(types).toEqual(['warning', 'failure', 'success']);
  });
});
