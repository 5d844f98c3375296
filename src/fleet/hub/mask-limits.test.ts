import { expect, it } from 'vitest';
import { onlyInFull } from '../../../test/support/full-run.ts';
import { maskLimits, MOST_LIMITS } from './mask-limits.ts';

const mask = async (text: string): Promise<unknown> => {
  const masked = await maskLimits(Buffer.from(text));
  return masked && (JSON.parse(masked.toString()) as unknown);
};

it('masks secrets by key and by form, in limits of one plugin or of all', async () => {
  const ip = {
    ip_public_password: ['abc'],
    ip_public_api: ['http://u:p@h'],
    ip_refresh: 60,
    ip_disable: [false],
  };
  const shown = {
    ip_public_password: '********',
    ip_public_api: ['http://u:********@h'],
    ip_refresh: 60,
    ip_disable: [false],
  };
  expect(await mask(JSON.stringify(ip))).toEqual(shown);
  expect(await mask(JSON.stringify({ ip }))).toEqual({ ip: shown });
});

it.each(['', 'x', '[]', '"a"', '7', 'null', '{"a":'])('refuses %s', async (text) => {
  expect(await mask(text)).toBeNull();
});

it('leaves out what is no limit', async () => {
  expect(await mask('{"a":{"b":{"c":1},"d":[[1]]}}')).toEqual({ a: { b: null, d: [null] } });
});

it('takes no longer for what somebody has made for it', async () => {
  const start = performance.now();
  const units = [
    '{"a":',
    '1,',
    ...onlyInFull('limits that are made to take long, of other texts', '[', '[],', '{},', '"a=",'),
  ];
  for (const unit of units)
    for (const head of [
      '{"a":{"b":[',
      ...onlyInFull('limits that are made to take long, in other places', '', '{"a":['),
    ])
      await mask(head + unit.repeat(MOST_LIMITS / unit.length) + '0]}}');
  expect(performance.now() - start).toBeLessThan(30_000);
});

it('lets others in', async () => {
  const text = `{"a":[${'"x",'.repeat(MOST_LIMITS / 4 - 10)}"x"]}`;
  let turns = 0;
  const count = setInterval(() => (turns += 1), 0);
  expect(await mask(text)).toEqual({ a: expect.objectContaining({ length: MOST_LIMITS / 4 - 9 }) });
  clearInterval(count);
  expect(turns).toBeGreaterThan(1);
});
