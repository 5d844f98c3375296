import { expect, it } from 'vitest';
import { cachePart } from './offline.ts';

const SCOPE = 'https://gander.test/below/';

it.each([
  ['', 'page'],
  ['#chart=cpu/total', 'page'],
  ['?refresh=5', 'page'],
  ['static/index-1234.js', 'file'],
  ['api/4/all?extra=true', 'view'],
  ['api/verdict', 'view'],
  ['api/4/all', null],
  ['api/4/token', null],
  ['api/stream?plugins=cpu', null],
  ['servers/db/api/4/all?extra=true', null],
  ['browser', null],
])('%j is the part %j', (path, part) => expect(cachePart(SCOPE + path, SCOPE)).toBe(part));

it('is none of another place', () => {
  expect(cachePart('https://gander.test/api/4/all?extra=true', SCOPE)).toBeNull();
  expect(cachePart('https://other.test/below/', SCOPE)).toBeNull();
});
