import { describe, expect, it } from 'vitest';
import { showHost } from '../../../../test/support/recorded-terminal.ts';
import { keysOf } from '../../display/action.ts';
import { ACTIONS } from '../../display/actions.ts';
import type { ProcessControl } from '../data-source/data-source.ts';
import { openChartKeys } from './chart-keys.ts';
import { KEYS } from './keys.ts';

const small = (options = {}) =>
  showHost('small-vm', { isOnlyRead: true, width: 100, height: 30, ...options });

/** A control that records requests. */
function noting(asked: string[]): ProcessControl {
  return {
    select: (pid) => void asked.push(`select ${pid}`),
    mark: (pid) => `mark ${pid}`,
    end: (pid, mark, signal) => (asked.push(`${signal} ${pid} ${mark}`), null),
    renice: (pid, _mark, by) => (asked.push(`renice ${pid} ${by}`), by),
    parents: () => new Map([[9369, 9364]]),
  };
}

describe('the table of keys', () => {
  it('has no key twice', () => {
    const always = KEYS.filter((one) => !openChartKeys.includes(one)).flatMap(({ keys }) => keys);
    expect(always.filter((key, index) => always.indexOf(key) !== index)).toEqual([]);
  });

  it('does what the list of actions says', () => {
    const wanted = ACTIONS.filter((one) => keysOf(one, 'terminal').length > 0);
    expect(KEYS.map(({ text }) => text).sort()).toEqual(wanted.map(({ text }) => text).sort());
  });
});

it('the reason of an empty table is there to its end', async () => {
  const { press } = await small({ width: 80, height: 24 });
  expect(press('V')).toMatch(/below --rootfs:[^]*programs of the host; run[^]* the agent there/);
});

describe('the last line', () => {
  const last = (screen: string): string => screen.trimEnd().split('\n').at(-1) ?? '';

  it('names the keys of what is open', async () => {
    const { press } = await small();
    expect(last(press('g'))).toMatch(
      /^Esc close {2}← earlier {2}→ later {2}↑ more time {2}↓ less time {2}Tab next/,
    );
    expect(last(press('X'))).toBe('Esc close  ? help  q quit');
    expect(last(press('escape', 'escape'))).toMatch(/^\? help {2}q quit {2}w why slow\? {2}\/ filter/);
  });

  it('has arrows as words where there is ASCII only', async () => {
    const { press } = await small({ isUnicode: false });
    expect(last(press('g'))).toMatch(/^Esc close {2}Left earlier {2}Right later/);
  });
});

describe('keys', () => {
  it('filter as one types, and give the filter up', async () => {
    const { press } = await small();
    expect(press('/', ...'sleep')).toContain('Processes 7 of 43 matching sleep');
    expect(press('enter')).toContain('7 of 43');
    expect(press('E')).toContain('Processes 43');
    expect(press('/', ...'(((', 'escape')).toContain('Processes 43');
  });

  it('sort, and turn the order round', async () => {
    const { press } = await small();
    expect(press('p')).toMatch(/Command▴/);
    expect(press('p')).toMatch(/Command▾/);
    expect(press('a')).toMatch(/CPU%▾.*/);
    expect(press('right')).toMatch(/MEM%▾/);
  });

  it('follow a process wherever it goes', async () => {
    const { press } = await small();
    const row = (screen: string): number =>
      screen.split('\n').findIndex((line) => line.includes('cat /dev/zero'));
    const before = row(press('down', 'space'));
    const after = row(press('m'));
    expect(after).not.toBe(before);
    expect(press('e')).toContain('available for this machine only');
  });

  it('show who started whom', async () => {
    const { press } = await small({ control: noting([]) });
    // As in htop.
    for (const key of ['t', 'f5']) {
      expect(press(key)).toMatch(/ 9364 .*\n.* 9369 .*└─ cat \/dev\/zero/);
      expect(press(key)).not.toContain('└─');
    }
    expect(press('Y')).toMatch(/TIME\+?▾/i);
    expect((await small()).press('t')).toContain('The tree is available for this machine only.');
  });

  it('hide and show parts', async () => {
    const { press } = await small();
    expect(press('n')).not.toMatch(/^Network +in/m);
    expect(press('n')).toMatch(/^Network +in/m);
    expect(press('2')).not.toMatch(/^Disks/m);
    expect(press('2', 'z')).not.toMatch(/^Processes \d/m);
  });

  it('say what they did, and why nothing is to be seen of it', async () => {
    const { press } = await small();
    expect(press('n')).toContain('Network: hidden.');
    expect(press('n')).toContain('Network: shown.');
    press('R');
    expect(press('R')).toMatch(/^RAID: (?!shown)/m);
  });

  it('never act on rows that are out of sight', async () => {
    const asked: string[] = [];
    const { press } = await small({ control: noting(asked) });
    expect(press('g', 'k')).toContain('The table is out of sight: Esc closes the chart.');
    expect(press('f8', 'z', 'g', 'k')).toContain('The table is out of sight: z shows it.');
    press('z', '?', 'k', 'K', 'f7', 'n', 'X', 'f9', 'K');
    expect(press('escape')).toMatch(/^Network +in/m);
    expect(asked).toEqual([]);
  });

  it('leave plugins alone whose part is not drawn', async () => {
    const { press, resize, source } = await small();
    let watched: readonly string[] = [];
    let times = 0;
    source.watch = (plugins) => {
      watched = plugins;
      times += 1;
    };
    const seen = (...names: string[]): boolean[] => names.map((name) => watched.includes(name));
    press('n', 'n');
    expect(seen('fs', 'processlist', 'containers')).toEqual([true, true, false]);
    press('D');
    expect(seen('fs', 'processlist', 'containers')).toEqual([true, false, true]);
    press('g');
    expect(seen('fs', 'containers', 'cpu')).toEqual([false, false, true]);
    press('escape', 'D');
    resize(60, 24);
    expect(seen('fs', 'processlist')).toEqual([false, true]);
    const before = times;
    press('m', 'down');
    expect(times).toBe(before);
  });

  it('end a process after a question only', async () => {
    const asked: string[] = [];
    const { press } = await small({ control: noting(asked) });
    expect(press('k')).toContain('End 9359 (python3)?');
    expect(press('n')).toContain('Nothing was done.');
    expect(asked).toEqual([]);
    press('k');
    expect(press('y')).toContain('SIGTERM sent to 9359 (python3).');
    press('k', 'K', '+');
    expect(press('-')).toContain('9359 (python3) has the nice value -1 now.');
    expect(asked).toEqual([
      'SIGTERM 9359 mark 9359',
      'SIGKILL 9359 mark 9359',
      'renice 9359 1',
      'renice 9359 -1',
    ]);
  });

  it('never act on a paste', async () => {
    const asked: string[] = [];
    const { press, input } = await small({ control: noting(asked) });
    const before = press('k', 'n', 'm');
    expect(input({ kind: 'paste', text: 'kyq' })).toBe(before);
    press('/');
    expect(input({ kind: 'paste', text: 'sle\nep' })).toContain('matching sle ep');
    expect(asked).toEqual([]);
  });

  it('gather more about a process', async () => {
    const asked: string[] = [];
    const { press } = await small({ control: noting(asked), height: 40 });
    const opened = press('e');
    expect(opened).toMatch(/9359 python3 .*python3 -c/);
    // Beside the facts a graph of its CPU.
    expect(opened).toMatch(/state running.* CPU +to 100%?.*\n/);
    expect(opened.split('\n').slice(-8).join('\n')).toMatch(/[\u2801-\u28ff]/);
    expect(press('escape')).not.toMatch(/state running/);
    expect(asked).toEqual(['select 9359', 'select null']);
    const argv = ['--enable-process-extended'];
    const { screen } = await small({ control: noting(asked), height: 40, argv });
    expect(screen()).toContain('state running');
    expect(asked.at(-1)).toBe('select 9359');
  });

  it('are listed, and there is more below where they do not fit', async () => {
    const { press } = await small({ width: 80, height: 24 });
    expect(press('?')).toMatch(/by memory +↓ more\nEsc close/);
    const last = press(...Array.from({ length: 99 }, () => 'page-down'));
    expect(last).not.toContain('more\nEsc');
    expect(last).toContain('journalctl shows them');
  });

  it('close what is open, and never the program with Escape', async () => {
    const { press, app } = await small();
    press('?', 'escape', 'g', 'escape', '/', 'x', 'enter', 'escape');
    expect(press('escape')).toContain('q quits.');
    expect(press('escape', 'escape')).toContain('q quits.');
    const early = await Promise.race([app.ended.then(() => 'ended'), Promise.resolve('open')]);
    expect(early).toBe('open');
    press('q');
    await app.ended;
  });

  it('go back with Escape to the list that opened the screen', async () => {
    const { press, app } = await small({ isFromList: true });
    press('?', 'escape');
    const early = await Promise.race([app.ended.then(() => 'ended'), Promise.resolve('open')]);
    expect(early).toBe('open');
    press('escape');
    expect(await app.ended).toBe('left');
  });
});

describe('the mouse', () => {
  it('chooses rows, sorts by headings, scrolls, opens charts', async () => {
    const { input, screen, press, emulator } = await small();
    const lines = screen().split('\n');
    const place = (text: string) => {
      const y = lines.findIndex((line) => line.includes(text));
      return { x: lines[y]!.indexOf(text), y };
    };
    const click = (text: string) => input({ kind: 'mouse', action: 'press', ...place(text) });
    click('cat /dev/zero');
    const { x, y } = place('cat /dev/zero');
    expect(emulator.lookAt(x, y)).toContain('48;5;24');
    expect(click('MEM%')).toContain('MEM%▾');
    const first = screen();
    expect(input({ kind: 'mouse', action: 'wheel-down', x: 0, y: 0 })).not.toBe(undefined);
    expect(press('home')).toBe(first.replace(/$/, ''));
    click('Load');
    await new Promise(setImmediate);
    expect(screen()).toContain('Load over 1 min');
  });
});

describe('the size', () => {
  it('may be any, and never wraps', async () => {
    const { resize } = await small();
    for (const [width, height] of [
      [1, 1],
      [2, 2],
      [10, 3],
      [30, 5],
      [71, 24],
      [72, 24],
      [300, 100],
      [80, 24],
    ] as const)
      expect(resize(width, height).split('\n').length).toBe(height + 1);
  });
});
