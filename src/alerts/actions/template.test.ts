import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { fillCommand } from './actions.ts';
import { parseAction, TemplateError } from './template.ts';

/** Argument lists of the commands of a template, filled in. */
const filled = (text: string, variables = {}): string[][] =>
  parseAction(text).map((command) => fillCommand(command, variables));

describe('parseAction', () => {
  it.each<[string, string[][]]>([
    ['logger high load', [['logger', 'high', 'load']]],
    ['  logger\t"high  load"  ', [['logger', 'high  load']]],
    [`mail -s'a "b" c'd x`, [['mail', '-sa "b" cd', 'x']]],
    [`logger ''`, [['logger', '']]],
    ['a 1, b 2,c', [['a', '1'], ['b', '2'], ['c']]],
    ['a,,b,', [['a'], ['b']]],
    ['a "1,2" \'3,4\'', [['a', '1,2', '3,4']]],
    ['curl http://host/?a=1&b=2;c', [['curl', 'http://host/?a=1&b=2;c']]],
    ['echo $HOME `id` * ~ \\n {x} }} #', [['echo', '$HOME', '`id`', '*', '~', '\\n', '{x}', '}}', '#']]],
    ['echo "a > b | c && d" \'<\'', [['echo', 'a > b | c && d', '<']]],
    ['echo a < b', [['echo', 'a', '<', 'b']]],
  ])('splits %s', (text, expected) => {
    expect(filled(text)).toEqual(expected);
  });

  it('lets a command after && wait for success, and one after a comma not', () => {
    const waits = parseAction('a && b, c&&d').map(({ program, afterSuccess }) => [program, afterSuccess]);
    expect(waits).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
      ['d', true],
    ]);
  });

  it.each([
    ['', 'it holds no command'],
    [' , ', 'it holds no command'],
    ['echo a | mail root', '| is for a shell'],
    ['echo a > /tmp/x', '> is for a shell'],
    ['echo a >> /tmp/x', '> is for a shell'],
    ['echo a 2>/dev/null', '> is for a shell'],
    ['a || b', '| is for a shell'],
    ['echo "a', 'a " is not closed'],
    ["echo it's", "a ' is not closed"],
    ['echo {{name', 'a {{ is not closed'],
    ['echo "{{name}"', 'a {{ is not closed'],
    ['echo {{#list}}x{{/list}}', '{{#list}} is not the name of a value'],
    ['echo {{! words }}', '{{! words }} is not the name of a value'],
    ['echo {{}}', '{{}} is not the name of a value'],
    ['echo {{.}}', '{{.}} is not the name of a value'],
    ['{{name}} now', 'the program to run is {{name}}'],
    ['/usr/bin/{{name}} now', 'the program to run is {{name}}'],
    ['"" now', 'the name of the program is empty'],
  ])('refuses %s', (text, message) => {
    expect(() => parseAction(text)).toThrow(TemplateError);
    expect(() => parseAction(text)).toThrow(message);
  });

  it('takes any text: commands or a refusal', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
        try {
          for (const { program } of parseAction(text)) expect(program).not.toBe('');
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateError);
        }
      }),
    );
  });
});

describe('values', () => {
  const variables = {
    name: 'nginx',
    count: 3,
    share: 97.25,
    is_up: true,
    nothing: null,
    cmdline: ['/usr/sbin/nginx', '-g', 'daemon off;'],
    memory: { rss: 10, parts: [1, [2, 3]] },
  };

  it.each([
    ['{{name}}', 'nginx'],
    ['{{ name }}', 'nginx'],
    ['{{{name}}}', 'nginx'],
    ['{{& name}}', 'nginx'],
    ['x{{name}}y{{count}}', 'xnginxy3'],
    ['"{{name}}: {{ share }} %"', 'nginx: 97.25 %'],
    ["'{{name}}'", 'nginx'],
    ['{{is_up}}', 'true'],
    ['{{nothing}}{{unknown}}{{name.length}}{{memory.no.way}}', ''],
    ['{{cmdline}}', '/usr/sbin/nginx -g daemon off;'],
    ['{{cmdline.1}}', '-g'],
    ['{{memory.rss}}', '10'],
    ['{{memory.parts}}', '1 2 3'],
    ['{{memory}}', '{"rss":10,"parts":[1,[2,3]]}'],
    ['{{constructor}}{{__proto__}}{{cmdline.push}}', ''],
  ])('%s is filled in as %s', (template, expected) => {
    expect(filled(`echo ${template} end`, variables)).toEqual([['echo', expected, 'end']]);
  });

  it('have no control characters and an end', () => {
    const [[, text = '', long = ''] = []] = filled('echo {{text}} {{long}}', {
      text: 'a\0b\nc\r\u001b[31m',
      long: 'x'.repeat(200_000),
    });
    expect([text, long.length]).toEqual(['a b c  [31m', 4096]);
  });

  it('never change the number of arguments, whatever they are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: anyCharacter }), (value, text) => {
        const [argv = []] = filled('run "{{value}}" --x={{text}} {{value}}{{text}} end', { value, text });
        expect(argv).toHaveLength(5);
        expect([argv[0], argv[4]]).toEqual(['run', 'end']);
      }),
    );
  });
});
