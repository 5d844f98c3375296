import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { matching, matchingAny, PART, quotedString, selector, unions } from './promql.ts';

const SCOPE = { matchers: [matching('instance', 'web1')], by: 'instance', window: 60 };

describe('PromQL', () => {
  it('is made of names that are declared and values in quotes', () => {
    expect(selector('gander_fs_used_ratio', SCOPE, matching('mountpoint', '/a "b"\\\n'))).toBe(
      String.raw`gander_fs_used_ratio{instance="web1",mountpoint="/a \"b\"\\\n"}`,
    );
    expect(matchingAny('instance', ['a.b', '10.0.0.1:9100', '.*|x"'])).toBe(
      String.raw`instance=~"a\\.b|10\\.0\\.0\\.1:9100|\\.\\*\\|x\""`,
    );
  });

  it('a value never ends its quotes, and comes back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const literal = quotedString(text);
        expect(literal.slice(1, -1).replaceAll(/\\./g, '')).not.toMatch(/["\\\n]/);
        const read = literal
          .slice(1, -1)
          .replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
        expect(read).toBe(text.replaceAll(/\p{Cs}/gu, '\uFFFD'));
      }),
    );
  });

  it('many parts are few queries, none of them too long', () => {
    const queries = unions(['a', 'b', 'c'.repeat(60)], 120);
    expect(queries).toEqual([
      `label_replace(a,"${PART}","0","","") or label_replace(b,"${PART}","1","","")`,
      `label_replace(${'c'.repeat(60)},"${PART}","2","","")`,
    ]);
    expect(unions([])).toEqual([]);
  });
});
