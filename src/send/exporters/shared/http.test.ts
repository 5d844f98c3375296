import { expect, it } from 'vitest';
import { shownUrl, urlOf } from './http.ts';

it.each([
  ['/', '/', '/'],
  ['/in?token=secret&a=?', '/in?token=secret&a=?', '/in'],
  ['//evil.example/', '//evil.example/', '//evil.example/'],
])('a path %j is asked for as %j and shown as %j', (path, asked, shown) => {
  const url = urlOf('https', 'db.example', 8443, path);
  expect(url.href).toBe(`https://db.example:8443${asked}`);
  expect(shownUrl(url)).toBe(`https://db.example:8443${shown}`);
});
