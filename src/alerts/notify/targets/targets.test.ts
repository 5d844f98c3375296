import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { httpSink, type SinkRequest } from '../../../../test/support/http-sink.ts';
import { deliverNow, sampleEvent, sampleTarget } from '../../../../test/support/notify.ts';
import { composeMessage } from '../message.ts';
import type { Notice, NoticeEvent } from '../../../core/notice.ts';
import { eventBody } from './event-body.ts';

const notice = (kind: Notice['kind'], event: Partial<NoticeEvent> | null = {}): Notice => ({
  id: 'n-1',
  kind,
  host: 'web1',
  event: event === null ? null : sampleEvent(event),
});

/** The request of a target with these texts to a server that accepts it; `URL` in a text is that of the server. */
async function requestOf(
  type: string,
  texts: Record<string, string>,
  what = notice('begin'),
): Promise<SinkRequest> {
  const sink = await httpSink();
  const entries = Object.entries(texts).map(([key, text]) => [key, text.replace('URL', sink.url)]);
  const outcome = await deliverNow(sampleTarget(type, Object.fromEntries(entries)), what);
  expect(outcome).toEqual({ kind: 'sent', answer: 'status 200' });
  expect(sink.requests).toHaveLength(1);
  return sink.requests[0] as SinkRequest;
}

const TITLE = 'WARNING: CPU_TOTAL 75.25 on web1';
const TEXT = [
  'CPU_TOTAL is WARNING since 2026-01-01 00:00:00 +00:00.',
  'Lowest 71.5, mean 75.25, highest 79.',
  'Top processes: stress, node',
].join('\n');

describe('webhook', () => {
  const texts = { webhook_url: 'URL/hook?a=b', secret: 'k3y', token: 'tk', headers: 'X-Env: prod' };

  it('posts the event as JSON', async () => {
    const { method, path, headers, body } = await requestOf('webhook', texts);
    expect([method, path]).toEqual(['POST', '/hook?a=b']);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer tk',
      'x-env': 'prod',
      'x-gander-delivery': 'n-1',
      'x-gander-timestamp': '1767225600',
    });
    expect(JSON.parse(body)).toEqual({
      version: 1,
      id: 'n-1',
      kind: 'begin',
      host: 'web1',
      title: TITLE,
      text: TEXT,
      event: sampleEvent(),
    });
  });

  it('signs time and body', async () => {
    const { headers, body } = await requestOf('webhook', texts);
    const expected = createHmac('sha256', 'k3y').update(`1767225600.${body}`).digest('hex');
    expect(headers['x-gander-signature']).toBe(`sha256=${expected}`);
    const plainOne = await requestOf('webhook', { webhook_url: 'URL' });
    expect(plainOne.headers).not.toHaveProperty('x-gander-signature');
    expect(plainOne.headers).not.toHaveProperty('authorization');
  });

  it('logs in with the credentials of the address', async () => {
    const sink = await httpSink();
    const url = sink.url.replace('//', '//me:p%40ss@');
    await deliverNow(sampleTarget('webhook', { webhook_url: url }), notice('begin'));
    expect(sink.requests[0]?.headers.authorization).toBe(`Basic ${btoa('me:p@ss')}`);
  });

  it.each([notice('begin'), notice('end', { end: 1_767_225_660, item: '/a"b' }), notice('test', null)])(
    'matches its schema: $kind',
    async (what) => {
      const schema = JSON.parse(readFileSync('docs/notifications.schema.json', 'utf8'));
      const validate = new Ajv2020({ strict: true }).compile(schema);
      const { body } = await requestOf('webhook', texts, what);
      expect([validate(JSON.parse(body)), validate.errors]).toEqual([true, null]);
    },
  );
});

it('hands the cause to programs', () => {
  const validate = new Ajv2020({ strict: true }).compile(
    JSON.parse(readFileSync('docs/notifications.schema.json', 'utf8')),
  );
  const body = JSON.parse(eventBody(composeMessage([notice('begin')], null, 'CPU at 99 %.'))) as object;
  expect(body).toMatchObject({ cause: 'CPU at 99 %.' });
  expect([validate(body), validate.errors]).toEqual([true, null]);
});

describe('ntfy', () => {
  it('publishes JSON', async () => {
    const { method, path, headers, body } = await requestOf('ntfy', {
      server: 'URL',
      topic: 'alarm',
      token: 'tk_1',
    });
    expect([method, path, headers.authorization]).toEqual(['POST', '/', 'Bearer tk_1']);
    expect(JSON.parse(body)).toEqual({
      topic: 'alarm',
      title: TITLE,
      message: TEXT,
      priority: 4,
      tags: ['warning'],
      markdown: false,
    });
  });

  it.each<[Notice, number, string]>([
    [notice('change', { state: 'CRITICAL' }), 5, 'rotating_light'],
    [notice('reminder', { state: 'CRITICAL' }), 5, 'rotating_light'],
    [notice('end', { state: 'CRITICAL' }), 1, 'white_check_mark'],
    [notice('test', null), 1, 'white_check_mark'],
  ])('has a priority and a sign: $0.kind', async (what, priority, tag) => {
    const { body } = await requestOf('ntfy', { server: 'URL', topic: 'a', priority_end: '1' }, what);
    expect(JSON.parse(body)).toMatchObject({ priority, tags: [tag] });
  });

  it('logs in with name and password', async () => {
    const { headers } = await requestOf('ntfy', {
      server: 'URL',
      topic: 'a',
      username: 'mé',
      password: 'p:w',
    });
    expect(headers.authorization).toBe(`Basic ${Buffer.from('mé:p:w').toString('base64')}`);
  });
});

describe('gotify', () => {
  it.each([
    ['URL', '/message'],
    ['URL/push', '/push/message'],
    ['URL/push/', '/push/message'],
  ])('posts to the server %s', async (server, expected) => {
    const { path, headers, body } = await requestOf('gotify', { server, token: 'A1' });
    expect([path, headers['x-gotify-key']]).toEqual([expected, 'A1']);
    expect(JSON.parse(body)).toEqual({
      title: TITLE,
      message: TEXT,
      priority: 5,
      extras: { 'client::display': { contentType: 'text/plain' } },
    });
  });
});

describe('slack', () => {
  it('posts text that is not formatted', async () => {
    const { path, body } = await requestOf('slack', { webhook_url: 'URL/services/T/B/x' });
    expect(path).toBe('/services/T/B/x');
    expect(JSON.parse(body)).toEqual({
      text: `${TITLE}\n${TEXT}`,
      mrkdwn: false,
      link_names: false,
      unfurl_links: false,
      unfurl_media: false,
    });
  });
});

describe('discord', () => {
  it('posts text that mentions nobody', async () => {
    const { path, body } = await requestOf('discord', { webhook_url: 'URL/api/webhooks/1/x' });
    expect(path).toBe('/api/webhooks/1/x');
    const { content, ...rest } = JSON.parse(body) as { content: string };
    expect(rest).toEqual({ allowed_mentions: { parse: [] }, flags: 4 });
    expect(content.replaceAll('\\', '')).toBe(`${TITLE}\n${TEXT}`);
    expect(content).toContain(String.raw`CPU\_TOTAL`);
  });
});

describe('telegram', () => {
  it('sends one preformatted text', async () => {
    const { path, body } = await requestOf('telegram', { server: 'URL', token: '12:Ab-c', chat_id: '-100' });
    expect(path).toBe('/bot12:Ab-c/sendMessage');
    const text = `${TITLE}\n${TEXT}`;
    expect(JSON.parse(body)).toEqual({
      chat_id: '-100',
      text,
      entities: [{ type: 'pre', offset: 0, length: text.length }],
      link_preview_options: { is_disabled: true },
    });
  });
});

describe('names that are markup', () => {
  const evil = {
    type: 'FS_/MNT/*B*',
    item: '/mnt/*b* `c` <!channel> <@U1> @everyone [x](http://e.test) ~~s~~ ||p|| :o: \\',
    desc: '<b>&amp;</b> <t:1:R>\r\nX-Evil: 1',
    top: ['@here', '# big', '```'],
  };
  const one = notice('begin', evil);

  it('are cut for Discord without leaving half an escape', () => {
    const { type, options } = sampleTarget('discord', { webhook_url: 'http://h' });
    for (let length = 0; length < 8; length++) {
      const title = `${'a'.repeat(length)}${'*'.repeat(500)}`;
      const delivery = type.compose(
        { notice: one, notices: [one], title, text: '\\'.repeat(600), cause: null, link: null },
        options,
        0,
      );
      const { content } = JSON.parse((delivery as { body: string }).body) as { content: string };
      expect(content.length).toBeLessThanOrEqual(2000);
      expect(content.replaceAll(/\\[^\n]/g, '')).not.toContain('\\');
    }
  });

  it('are preformatted for Telegram as a whole, counted as it counts', async () => {
    const what = notice('begin', { ...evil, desc: '😀 @channel' });
    const { body } = await requestOf('telegram', { server: 'URL', token: '1:a', chat_id: '1' }, what);
    const { text, entities } = JSON.parse(body) as { text: string; entities: unknown[] };
    expect(text).toContain(evil.item);
    expect(entities).toEqual([{ type: 'pre', offset: 0, length: text.length }]);
    expect(body).not.toContain('parse_mode');
  });
});
