import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../test/support/full-run.ts';
import { commandParts, pasteable, quotedArgument } from './command-line.ts';

describe('a copied command line', () => {
  it.each([
    [['/bin/ls', '-l', '--color=auto'], '/bin/ls -l --color=auto'],
    [['echo', 'a b', ''], "echo 'a b' ''"],
    [['echo', "it's"], String.raw`echo 'it'\''s'`],
    [['sh', '-c', '$(rm -rf ~); `x` "y"'], 'sh -c \'$(rm -rf ~); `x` "y"\''],
  ])('of %j', (argv, expected) => {
    expect(pasteable(argv)).toBe(expected);
  });

  it('is read back by a shell', () => {
    const argument = fc.string({ unit: 'grapheme-ascii', maxLength: 12 });
    const argv = fc.array(fc.oneof(argument, fc.constantFrom("'", '\n', '$HOME', '*', '\\', '~', '!')), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(argv, (texts) => {
        const printed = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${pasteable(texts)}`]).toString();
        expect(printed.split('\0').slice(0, -1)).toEqual(texts);
      }),
      { numRuns: tries(25) },
    );
  });

  it('leaves plain words alone', () => {
    expect(quotedArgument('user@host:/a,b%c+d=e_f-1.2')).toBe('user@host:/a,b%c+d=e_f-1.2');
  });
});

describe('the parts of a command line', () => {
  it.each([
    [
      ['/usr/bin/java', '-jar', 'a.jar'],
      ['/usr/bin/', 'java', '-jar a.jar'],
    ],
    [['nginx: worker process'], ['', 'nginx: worker process', '']],
    [['postgres: app db 10.0.0.1(5/6) idle'], ['', 'postgres: app db 10.0.0.1(5/6) idle', '']],
    [['-bash'], ['', '-bash', '']],
    [['./run'], ['./', 'run', '']],
    [['/ends/'], ['', '/ends/', '']],
    [[], ['', '', '']],
  ])('of %j', (argv, [folder, program, rest]) => {
    expect(commandParts(argv)).toEqual({ folder, program, rest });
  });
});
