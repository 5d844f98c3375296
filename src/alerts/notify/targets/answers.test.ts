/** How replies of a target are classified. */
import { describe, expect, it } from 'vitest';
import { httpSink } from '../../../../test/support/http-sink.ts';
import { deliverNow, sampleEvent, sampleTarget } from '../../../../test/support/notify.ts';
import type { DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import type { Notice } from '../../../core/notice.ts';

const NOTICE: Notice = { id: 'n-1', kind: 'begin', host: 'web1', event: sampleEvent() };

describe('an answer that is no yes', () => {
  const answerTo = async (
    status: number,
    body = '',
    headers: Record<string, string> = {},
  ): Promise<DeliveryVerdict> => {
    const sink = await httpSink(() => ({ status, body, headers }));
    const outcome = await deliverNow(sampleTarget('webhook', { webhook_url: sink.url }), NOTICE);
    expect(sink.requests).toHaveLength(1);
    return outcome;
  };

  it.each([
    [400, 'drop'],
    [401, 'drop'],
    [404, 'drop'],
    [410, 'drop'],
    [408, 'again'],
    [425, 'again'],
    [429, 'again'],
    [500, 'again'],
    [503, 'again'],
  ])('%d: %s', async (status, kind) => {
    expect(await answerTo(status)).toMatchObject({ kind, answer: `status ${status}` });
  });

  it('follows no redirect, which would carry the secrets along', async () => {
    const other = await httpSink();
    const outcome = await answerTo(307, '', { location: other.url });
    expect(outcome).toMatchObject({ kind: 'drop' });
    expect(outcome.answer).toBe('status 307, a redirect, which is not followed: set the final address');
    expect(other.requests).toEqual([]);
  });

  it.each([
    ['{"ok":false,"error_code":401,"description":"Unauthorized"}', 'Unauthorized'],
    ['{"error":"Unauthorized","errorCode":401,"errorDescription":"bad token"}', 'bad token'],
    ['{"code":40101,"http":401,"error":"unauthorized"}', 'unauthorized'],
    ['{"message":"Unknown Webhook","code":10015}', 'Unknown Webhook'],
    ['{"status":0,"errors":["user key is invalid","no token"]}', 'user key is invalid; no token'],
    ['"invalid label set"', 'invalid label set'],
    ['invalid_token\r\n\u001B[2J', 'invalid_token [2J'],
  ])('repeats the reason in %s', async (body, reason) => {
    expect((await answerTo(401, body)).answer).toBe(`status 401 (${reason})`);
  });

  it.each(['<!doctype html><p>No', '{}', '[1]', 'null', '5', '{"error":{}}'])(
    'says no more than the status for %s',
    async (body) => {
      expect((await answerTo(500, body)).answer).toBe('status 500');
    },
  );

  it.each<[Record<string, string>, string, number | undefined]>([
    [{ 'retry-after': '7' }, '', 7000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, '', 60_000],
    [{ 'retry-after': 'Thu, 01 Jan 2015 00:01:00 GMT' }, '', 0],
    [{ 'retry-after': '999999999' }, '', 3_600_000],
    [{ 'retry-after': 'soon' }, '', undefined],
    [{}, '{"ok":false,"parameters":{"retry_after":3}}', 3000],
    [{}, '{"retry_after":0.5}', 500],
    [{}, '{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1500}', 1500],
    [{}, '{"parameters":null}', undefined],
  ])('waits as %o and %s say', async (headers, body, expected) => {
    expect((await answerTo(429, body, headers)).retryAfterMs).toBe(expected);
  });

  it('is read up to a limit', async () => {
    const sink = await httpSink(() => (response) => {
      response.writeHead(500);
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1024)));
        response.once('drain', write);
      };
      write();
    });
    const outcome = await deliverNow(sampleTarget('webhook', { webhook_url: sink.url }), NOTICE);
    expect(outcome.answer).toMatch(/^status 500 \(x{199}…\)$/);
  });

  it('does not wait for the body of a yes', async () => {
    const sink = await httpSink(() => (response) => {
      response.writeHead(200);
      response.write('o');
    });
    const outcome = await deliverNow(sampleTarget('webhook', { webhook_url: sink.url }), NOTICE);
    expect(outcome.kind).toBe('sent');
  });
});
