import { describe, expect, it } from 'vitest';
import { plugins } from '../../measure/plugins/index.ts';
import { configFlags } from './config-flags.ts';
import { parseCommandLine } from './parse.ts';

const flags = (...argv: string[]) => configFlags(parseCommandLine(argv), plugins);

describe('configFlags', () => {
  it('says nothing when nothing is given', () => {
    const { refresh, disable, enable, disableHistory, options } = flags();
    expect({ refresh, disable, enable, disableHistory }).toEqual({
      refresh: undefined,
      disable: [],
      enable: [],
      disableHistory: false,
    });
    expect(Object.values(options ?? {}).every((texts) => Object.keys(texts).length === 0)).toBe(true);
  });

  it.each([
    [['-t', '2'], { refresh: 2 }],
    [['--disable-plugin', 'a, b'], { disable: ['a', 'b'] }],
    [['--enable-plugin', 'a'], { enable: ['a'] }],
    [['--enable-irq'], { enable: ['irq'] }],
    [['-3'], { disable: ['quicklook'] }],
    [['-4'], { disable: ['cpu', 'mem', 'memswap'], enable: ['quicklook', 'load'] }],
    [['-5'], { disable: ['quicklook', 'cpu', 'mem', 'memswap', 'load'] }],
    [['--disable-process'], { disable: ['processcount', 'processlist', 'programlist'] }],
    [['--disable-history'], { disableHistory: true }],
  ])('%j', (argv, expected) => {
    expect(flags(...argv)).toMatchObject(expected);
  });

  it('puts options that plugins declare over those of the file', () => {
    expect(flags('--diskio-show-ramfs', '--hide-public-info', '--strftime', '%H').options).toMatchObject({
      diskio: { show_ramfs: 'True' },
      ip: { hide_public_info: 'True' },
      now: { strftime_format: '%H' },
    });
  });
});
