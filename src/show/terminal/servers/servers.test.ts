import { expect, it } from 'vitest';
import { parseCommandLine } from '../../../run/cli/parse.ts';
import { createTerminalEmulator } from '../../../../test/support/terminal-emulator.ts';
import type { Input } from '../input/decode.ts';
import { UNICODE } from '../screen/glyph-set.ts';
import { settingsFrom } from '../state/from-options.ts';
import type { Tty } from '../tty.ts';
import type { WatchedServer } from '../../../fleet/terminal/server-list.ts';
import { createServersApp } from '../../../fleet/terminal/servers-app.ts';

const server = (alias: string, change: Partial<WatchedServer> = {}): WatchedServer => ({
  id: alias,
  name: `${alias}.example`,
  alias,
  ip: '10.0.0.1',
  port: 61_208,
  type: 'STATIC',
  tags: [],
  status: 'ONLINE',
  reason: null,
  age: 2,
  values: { cpu_total: { value: 5, level: 'OK' } },
  ...change,
});

const SERVERS = [
  server('well'),
  server('hot', { values: { cpu_total: { value: 97, level: 'CRITICAL' } }, tags: ['berlin'] }),
  server('gone', { status: 'OFFLINE', reason: 'connection refused by 10.0.0.1:61208', values: {} }),
  server('locked', { status: 'PROTECTED', reason: 'it asks for a password', values: {} }),
];

function showServers() {
  const emulator = createTerminalEmulator(90, 14);
  const tty: Tty = {
    size: { width: 90, height: 14 },
    write: emulator.write,
    onInput: () => {},
    onFresh: () => {},
    onGone: () => {},
    take: () => {},
    release: () => {},
    suspend: () => {},
  };
  let servers = SERVERS;
  let changed: () => void = () => {};
  const app = createServersApp({
    tty,
    list: {
      columns: [
        { key: 'cpu_total', plugin: 'cpu', field: 'total', item: null, unit: 'percent', description: null },
      ],
      servers: () => servers,
      now: () => 0,
      subscribe: (onChange) => {
        changed = onChange;
        return () => {};
      },
    },
    settings: settingsFrom(parseCommandLine([]).values),
    glyphs: UNICODE,
    depth: '256',
  });
  app.show();
  const screen = (): string => emulator.lines().join('\n');
  return {
    app,
    screen,
    set(next: WatchedServer[]) {
      servers = next;
      changed();
    },
    press(...keys: string[]) {
      for (const key of keys) tty.onInput({ kind: 'key', key });
      return screen();
    },
    input: (input: Input) => tty.onInput(input),
  };
}

it('shows the worst first, with its reason', () => {
  const { screen, press, app } = showServers();
  expect(screen()).toMatch(/^Servers 4 {2}1 offline 1 protected 2 online/);
  const names = screen().split('\n').slice(2, 6);
  expect(names.map((line) => line.slice(0, 36).trimEnd().split(/ +/))).toEqual([
    ['◆', 'gone', 'Offline', '–'],
    ['◆', 'hot', 'Online', '97.0', '%'],
    ['○', 'locked', 'Protected', '–'],
    ['', 'well', 'Online', '5.0', '%'],
  ]);
  expect(screen()).toContain('gone connection refused by 10.0.0.1:61208.');
  expect(press('/', ...'berlin', 'enter')).toMatch(/Servers 1 of 4 matching berlin/);
  expect(press('E', 'right')).toMatch(/Server▴/);
  app.hide();
});

it('opens what is under the cursor, which stays with its server', async () => {
  const { press, set, app } = showServers();
  const choice = app.choose();
  press('end');
  set(SERVERS.filter(({ id }) => id !== 'gone'));
  press('enter');
  expect(await choice).toMatchObject({ server: { id: 'well' }, password: null });
  app.hide();
});

it('ends with q, and not with Escape', async () => {
  const { press, app } = showServers();
  const choice = app.choose();
  press('/', ...'berlin', 'enter', '?', 'escape');
  expect(press('escape')).toContain('Servers 4');
  expect(press('escape')).toContain('q quits.');
  expect(await Promise.race([choice, Promise.resolve('open')])).toBe('open');
  press('q');
  expect(await choice).toBeNull();
  app.hide();
});

it('asks for the password of a server that wants one, without showing it', async () => {
  const { press, screen, app } = showServers();
  const choice = app.choose();
  press('end', 'up', 'enter', ...'geheim');
  expect(screen()).toContain('Password for locked: ******');
  expect(screen()).not.toContain('geheim');
  press('enter');
  expect(await choice).toMatchObject({ server: { id: 'locked' }, password: 'geheim' });
  app.hide();
});

it('opens with a second click, and ends with q', async () => {
  const { input, press, app } = showServers();
  const choice = app.choose();
  input({ kind: 'mouse', action: 'press', x: 3, y: 5 });
  input({ kind: 'mouse', action: 'press', x: 3, y: 5 });
  expect(await choice).toMatchObject({ server: { id: 'well' } });
  const end = app.choose();
  press('?', 'q', 'q');
  expect(await end).toBe(null);
  app.hide();
});

it('says where servers come from when there are none', () => {
  const { set, screen, app } = showServers();
  set([]);
  expect(screen()).toContain('No server is known yet: name some in [serverlist]');
  app.hide();
});
