/** The options of the command line that act on the screen, each seen on the screen of a recorded machine. */
import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../../run/cli/parse.ts';
import { settingsFrom } from './from-options.ts';
import { firstOf } from '../../../../test/support/full-run.ts';
import { showHost, type TerminalOptions } from '../../../../test/support/recorded-terminal.ts';

const SIZE = { isOnlyRead: true, width: 120, height: 40 } as const;

async function shown(host: string, argv: readonly string[], more: TerminalOptions = {}): Promise<string> {
  const { screen } = await showHost(host, { ...SIZE, argv, ...more });
  return screen();
}

/** Screens without any option, made once. */
const usual = { small: shown('small-vm', []), big: shown('big-server', [], { width: 200, height: 500 }) };

/** Each row: options, a text of the screen without them, and one with them in its place. */
const CHANGES: [argv: string[], without: RegExp, within: RegExp][] = [
  [['-0'], /^.* 95\.5 .*cat \/dev\/zero/m, /^.* 47\.8 .*cat \/dev\/zero/m],
  [['-1'], /^Cores +█+/m, /^0 ━+ +\d/m],
  [['-2'], /^File systems/m, /^CPU%▾ +MEM%.*Command$/m],
  [['-3'], /^Cores/m, /^.* CPU 2 cores/m],
  [['-4'], /^user 51\.5 sys/m, /CPU 2 cores +99\.8 % +Memory +1\.8 % +Load 1 min/],
  [['-5'], /CPU 2 cores/, /^recorded-host .*\n─+\nNetwork/m],
  [['--light'], /^Network +in +out/m, /^recorded-host .*\n.*CPU 2 cores[^]*\n─+\nProcesses/m],
  [['--programs'], /Processes 43/, /Programs \d+/],
  [['-f', 'sleep'], /Processes 43/, /Processes 7 of 43 matching \/sleep\//],
  [['-f', 'username:nobody'], /Processes 43/, /1 of 43/],
  [['--sort-processes', 'name'], /CPU%▾/, /Command▴/],
  [['-b'], /0 b\/s/, /0 B\/s/],
  [['--fs-free-space'], /File systems +used/, /File systems +free/],
  [['--hide-kernel-threads'], /kthreadd/, /Processes 1\d /],
  [['--process-long-name'], /    0 python3 -c/, /    0 \/root\/\.pyenv\//],
  [['--process-short-name'], /    0 python3 -c/, /    0 python3 -c/],
  [['--strftime', '%d.%m.%Y at %H'], /2026-11-21 01:56:10 UTC$/m, / 21\.11\.2026 at 01$/m],
  [['--disable-separator'], /^─+$/m, /^Alerts/m],
  [['--enable-irq'], /^Network/m, /^Interrupts/m],
  [['--disable-plugin', 'network'], /^Network +in +out/m, /^Disks +read/m],
  [['--disable-process'], /Processes 43/, /processlist is turned off/],
];

describe('options', () => {
  it.each(firstOf('most options of the screen', 8, CHANGES))('%j', async (argv, without, within) => {
    const after = await shown('small-vm', argv);
    expect(await usual.small).toMatch(without);
    expect(after).toMatch(within);
    if (argv[0] !== '--process-short-name' && argv[0] !== '--enable-irq') expect(after).not.toMatch(without);
  });

  it.each([
    [
      ['-6', '--diskio-iops', '--fahrenheit', '--diskio-show-ramfs'],
      [/GPU mean of 4/, /^nvme0n1 +10\.0 k\/s +5\.00 k\/s/m, /^acpitz 0 +81 °F/m, /^ram0/m],
    ],
    [['--diskio-latency'], [/^○ sda +2\.00 ms +15\.0 ms/m]],
  ])('%j, on a large machine', async (argv, texts) => {
    const screen = await shown('big-server', argv, { width: 200, height: 500 });
    for (const expected of texts) {
      expect(await usual.big).not.toMatch(expected);
      expect(screen).toMatch(expected);
    }
  });

  it('show the pace where it is another one', async () => {
    expect(await usual.small).not.toContain('every');
    expect(await shown('small-vm', ['-t', '5'], { width: 160 })).toMatch(/^recorded-host .* every 5 s /);
  });

  it('end it after so many screens', async () => {
    const { app, source } = await showHost('small-vm', { ...SIZE, argv: ['--stop-after', '2'] });
    const isOpen = (): Promise<string> => Promise.race([app.ended, Promise.resolve('open')]);
    source.onChange(true);
    expect(await isOpen()).toBe('open');
    // The arrival of earlier values makes no new screen.
    source.onChange(false);
    expect(await isOpen()).toBe('open');
    source.onChange(true);
    await app.ended;
  });

  it('draw with ASCII only, in every part', async () => {
    const { screen, press } = await showHost('big-server', { ...SIZE, isUnicode: false, argv: ['-1'] });
    const screens = [screen(), press('?'), press('escape', 'g'), press('X'), press('escape', 'escape', 'j')];
    for (const one of screens) expect(one).toMatch(/^[\n -~]*$/);
  });

  it('have their colours', async () => {
    const looks = async (options: TerminalOptions): Promise<string> => {
      const { emulator, screen } = await showHost('small-vm', {
        ...SIZE,
        width: 100,
        height: 30,
        ...options,
      });
      const y = screen()
        .split('\n')
        .findIndex((line) => line.includes('99.8'));
      const x = emulator.lines()[y]!.indexOf('99.8');
      return emulator.lookAt(x, y);
    };
    expect(await looks({ depth: 'true' })).toBe('0;1;38;2;255;107;127');
    expect(await looks({ depth: '256' })).toBe('0;1;38;5;204');
    expect(await looks({ depth: '16' })).toBe('0;1;91');
    expect(await looks({ depth: 'none' })).toBe('0;1;1;7');
    expect(await looks({ depth: '256', argv: ['--theme-white', '--disable-bold'] })).toBe('0;38;5;124');
  });

  it.each([
    ['16', '0;44'],
    ['none', '0;7'],
  ] as const)('keep pale values readable in the row under the cursor, %s', async (depth, look) => {
    const { emulator } = await showHost('small-vm', { ...SIZE, depth });
    const y = emulator.lines().findIndex((line) => line.includes('CPU%▾')) + 1;
    const x = emulator.lines()[y]!.indexOf(' root ') + 1;
    expect(emulator.lookAt(x, y)).toBe(look);
  });

  it('leave out the cursor and backgrounds', async () => {
    const look = async (...argv: string[]): Promise<readonly [heading: string, row: string]> => {
      const { emulator } = await showHost('small-vm', { ...SIZE, argv });
      const y = emulator.lines().findIndex((line) => line.includes('CPU%▾'));
      const x = emulator.lines()[y]!.indexOf('CPU%▾');
      return [emulator.lookAt(x, y), emulator.lookAt(x, y + 1)];
    };
    const [heading, row] = await look();
    expect([heading, row]).toEqual([expect.stringMatching(/48;5;236/), expect.stringMatching(/48;5;24/)]);
    expect((await look('--disable-cursor'))[1]).not.toContain('48;');
    const plain = await look('--disable-bg');
    expect(plain[0]).not.toContain('48;');
    expect(plain[1]).toMatch(/48;5;24/);
  });
});

describe('[outputs]', () => {
  it.each([
    [[], { separator: false, disable_bg: true }, [false, false]],
    [[], { separator: true, disable_bg: false }, [true, true]],
    [['--disable-separator', '--disable-bg'], { separator: true, disable_bg: false }, [false, false]],
  ])('%j and %j', (argv, outputs, expected) => {
    const { hasSeparators, hasBackground } = settingsFrom(parseCommandLine(argv).values, outputs);
    expect([hasSeparators, hasBackground]).toEqual(expected);
  });
});
