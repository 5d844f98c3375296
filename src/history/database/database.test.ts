import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import type { Json } from '../../core/served.ts';
import { describe, expect, it } from 'vitest';
import { httpSink, type SinkReply } from '../../../test/support/http-sink.ts';
import { Database } from './database.ts';
import { rowsOf, labelSets, textsOf } from './rows.ts';

const EMPTY = '{"status":"success","data":{"resultType":"vector","result":[]}}';

async function open(reply: (index: number) => SinkReply, headers: Record<string, string> = {}) {
  const sink = await httpSink(reply);
  let now = 0;
  const url = new URL(`${sink.url}/select/0/prometheus`);
  const database = new Database({ url, headers, ca: null, verify: true, now: () => now });
  return { sink, database, pass: (ms: number) => (now += ms) };
}

describe('a database', () => {
  it('is asked below its address, in the body where the query is long', async () => {
    const { sink, database } = await open(() => ({ status: 200, body: EMPTY }), { 'x-scope-orgid': 'team' });
    await database.instant('up{a="b c"}', 12.5);
    await database.range('x'.repeat(3000), { from: 1, to: 2 }, 15);
    await database.series(['a', 'b'], { from: 1, to: 2 });
    const [short, long, series] = sink.requests;
    expect([short?.method, short?.path]).toEqual([
      'GET',
      '/select/0/prometheus/api/v1/query?query=up%7Ba%3D%22b+c%22%7D&time=12.5',
    ]);
    expect(short?.headers).toMatchObject({ 'x-scope-orgid': 'team' });
    expect([long?.method, long?.path, long?.headers['content-type']]).toEqual([
      'POST',
      '/select/0/prometheus/api/v1/query_range',
      'application/x-www-form-urlencoded',
    ]);
    expect(new URLSearchParams(long?.body).get('query')).toBe('x'.repeat(3000));
    expect(series?.path).toContain('match%5B%5D=a&match%5B%5D=b&start=1&end=2');
  });

  it('is asked the same once within a while, and again after an error', async () => {
    const { sink, database, pass } = await open((index) =>
      index === 0 ? { status: 503 } : { status: 200, body: EMPTY },
    );
    await expect(database.instant('a', 1, 5000)).rejects.toThrow('answers with status 503');
    await Promise.all([database.instant('a', 1, 5000), database.instant('a', 1, 5000)]);
    expect(sink.requests).toHaveLength(2);
    pass(5001);
    await database.instant('a', 1, 5000);
    expect(sink.requests).toHaveLength(3);
  });

  it('has at most four questions at a time', async () => {
    let running = 0;
    let most = 0;
    const { database } = await open(() => (response) => {
      running += 1;
      most = Math.max(most, running);
      setImmediate(() => {
        running -= 1;
        response.end(EMPTY);
      });
    });
    await Promise.all(Array.from({ length: 12 }, (_, index) => database.instant(`q${index}`, 1)));
    expect(most).toBeLessThanOrEqual(4);
  });

  it.each([
    [{ status: 401 }, /refuses the hub \(status 401\): see user, password, token and headers in \[history\]/],
    [
      { status: 422, body: '{"status":"error","error":"too many\\u001bsamples"}' },
      /status 422: too many samples$/,
    ],
    [{ status: 500, body: '<html>' }, /answers with status 500$/],
    [
      { status: 302, headers: { location: 'http://elsewhere/' } },
      /redirects to another address, which is not followed/,
    ],
    [{ status: 200, body: 'no JSON' }, /answers with JSON that is broken/],
  ])('%j is said in words', async (reply, words) => {
    const { database } = await open(() => reply);
    await expect(database.instant('a', 1)).rejects.toThrow(words);
  });

  it('a long reply is kept as compact rows', async () => {
    const points = Array.from({ length: 2000 }, (_, at) => `[${1_700_000_000 + at * 15},"${at / 7}"]`);
    const row = `{"metric":{"instance":"a"},"values":[${points.join(',')}]}`;
    const rows = Array.from({ length: 25 }, () => row).join(',');
    const body = `{"status":"success","data":{"resultType":"matrix","result":[${rows}]}}`;
    const { database } = await open(() => ({ status: 200, body }));
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    // Not cached: values of the test's server appear from now on.
    await database.range('b', { from: 1, to: 2 }, 15);
    const before = heap();
    const found = await database.range('a', { from: 1, to: 2 }, 15, 5000);
    // Pairs of parsed JSON would take 100 bytes.
    expect((heap() - before) / 50_000).toBeLessThan(32);
    expect(found).toHaveLength(25);
    expect(found[24]?.points.slice(-2)).toEqual([1_700_000_000 + 1999 * 15, 1999 / 7]);
  });

  it('answers of another form are empty', () => {
    fc.assert(
      fc.property(fc.jsonValue() as fc.Arbitrary<Json>, (value) => {
        for (const answer of [
          value,
          { data: value },
          { data: { result: value } },
          { data: { result: [value] } },
        ]) {
          expect(Array.isArray(rowsOf(answer))).toBe(true);
          expect(
            labelSets(answer).every((labels) =>
              Object.values(labels).every((text) => typeof text === 'string'),
            ),
          ).toBe(true);
          expect(textsOf(answer).every((text) => typeof text === 'string')).toBe(true);
        }
      }),
    );
    expect(
      rowsOf({ data: { result: [{ metric: { __proto__: 'x', a: 1, b: 'c' }, value: [1.5, '+Inf'] }] } }),
    ).toEqual([{ labels: { b: 'c' }, points: [1.5, Number.NaN] }]);
  });
});
