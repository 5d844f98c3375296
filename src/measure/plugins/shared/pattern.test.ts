import { describe, expect, it } from 'vitest';
import { parsePattern } from './pattern.ts';

describe('parsePattern', () => {
  it.each([
    ['(?i)NGINX', 'nginx'],
    ['(?P<name>ng)inx', 'nginx'],
    ['a,b', 'xa,by'],
    [String.raw`\/usr\/sbin\/nginx`, '/usr/sbin/nginx -g'],
  ])('reads %s', (text, matching) => {
    expect(parsePattern(text).test(matching)).toBe(true);
  });

  it('says what is wrong', () => {
    expect(() => parsePattern('(a')).toThrow('"(a" is not a regular expression');
  });
});
