import { assert, boolean, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandError, parseCommands } from './command.ts';

describe('parseCommands', () => {
  it.each<[string, string[][]]>([
    ['dropbox status', [['dropbox', 'status']]],
    [
      ' sysctl  a && sysctl b ',
      [
        ['sysctl', 'a'],
        ['sysctl', 'b'],
      ],
    ],
    ['a&&b', [['a'], ['b']]],
    [`printf "a b" 'c "d"' e"f g"h ''`, [['printf', 'a b', 'c "d"', 'ef gh', '']]],
    ['echo "a && b" "|" \'>\'', [['echo', 'a && b', '|', '>']]],
    ['a & b', [['a', '&', 'b']]],
    ['a $HOME * ~ `id` $(id); b', [['a', '$HOME', '*', '~', '`id`', '$(id);', 'b']]],
    ['a, b', [['a,', 'b']]],
  ])('%s', (text, commands) => {
    expect(parseCommands(text, true)).toEqual(commands);
  });

  it.each([
    ['a | b', '| is for a shell'],
    ['a > b', '> is for a shell'],
    ['a >> b', '> is for a shell'],
    ['echo "a', 'a " is not closed'],
    ['', 'it names no program'],
    ['&&', 'it names no program'],
    ['"" a', 'it names no program'],
  ])('refuses %s', (text, words) => {
    expect(() => parseCommands(text, true)).toThrow(words);
  });

  it('takes operators for arguments where they are switched off', () => {
    expect(parseCommands('a && b | c > /d', false)).toEqual([['a', '&&', 'b', '|', 'c', '>', '/d']]);
  });

  it('gives one command without operators, whatever stands there', () => {
    assert(
      property(string(), boolean(), (text, operators) => {
        try {
          const commands = parseCommands(text, operators);
          expect(commands.length).toBeGreaterThan(0);
          if (!operators) expect(commands).toHaveLength(1);
        } catch (error) {
          expect(error).toBeInstanceOf(CommandError);
        }
      }),
    );
  });
});
