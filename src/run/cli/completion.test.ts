import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { completionScript } from './completion.ts';
import { optionEntries } from './options.ts';
import { SHELLS } from './options/modes.ts';

const NAMES = { plugins: ['cpu', 'mem', 'memswap'], exporters: ['csv', 'influxdb', 'influxdb2'] };

describe.each(SHELLS)('the completion of %s', (shell) => {
  const script = completionScript(shell, NAMES);

  it('knows every form of every option', () => {
    for (const [, { names, offNames }] of optionEntries())
      for (const name of [...names, ...offNames])
        expect(script).toContain(shell === 'fish' ? ` ${name.replace(/^--?/, '')} ` : name);
  });

  it('is understood by the shell, where it is installed', (context) => {
    const { status, stderr, error } = spawnSync(shell, ['-n', join(temporaryTree({ script }), 'script')], {
      encoding: 'utf8',
    });
    if (error !== undefined) return context.skip(`${shell} is not installed`);
    expect([status, stderr]).toEqual([0, '']);
  });
});

/** The words that bash offers for the last of these. */
function offered(...words: string[]): string[] {
  const program = `${completionScript('bash', NAMES)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gander; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync('bash', ['-c', program, 'bash', 'gander', ...words], { encoding: 'utf8' });
  return stdout.trim().split('\n');
}

describe('bash offers', () => {
  it.each([
    [['--diskio-'], ['--diskio-show-ramfs', '--diskio-iops', '--diskio-latency']],
    [
      ['--snmp-version', ''],
      ['1', '2c', '3'],
    ],
    [['--sort-processes', '=', 'cpu_t'], ['cpu_times']],
    [
      ['--disable', 'cpu,me'],
      ['cpu,mem', 'cpu,memswap'],
    ],
    [
      ['--export', 'csv,inf'],
      ['csv,influxdb', 'csv,influxdb2'],
    ],
    [['arch'], ['archive']],
    [['archive', 'st'], ['stat']],
    [['--bind', 'x'], ['']],
    [['--config', '/etc/passw'], ['/etc/passwd']],
  ])('after %j: %j', (words, expected) => {
    expect(offered(...words).filter((word) => word !== '/etc/passwd-')).toEqual(expected);
  });
});
