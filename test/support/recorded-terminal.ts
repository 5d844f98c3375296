/** The screen over a recorded machine, on a terminal in memory. */
import { boardOf } from './alert-board.ts';
import { type App, createApp } from '../../src/show/terminal/app.ts';
import type { Input } from '../../src/show/terminal/input/decode.ts';
import { ASCII, UNICODE } from '../../src/show/terminal/screen/glyph-set.ts';
import type { Depth } from '../../src/show/terminal/screen/palette.ts';
import { settingsFrom } from '../../src/show/terminal/state/from-options.ts';
import { createLocalSubject, type LocalSetup } from '../../src/show/terminal/data-source/local.ts';
import type { DataSource } from '../../src/show/terminal/data-source/data-source.ts';
import type { Tty } from '../../src/show/terminal/tty.ts';
import { configFlags } from '../../src/run/cli/config-flags.ts';
import { parseCommandLine } from '../../src/run/cli/parse.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { playHost, type RecordedAgent } from './recorded-agent.ts';
import { createTerminalEmulator, type TerminalEmulator } from './terminal-emulator.ts';

export interface ShownTerminal {
  app: App;
  source: DataSource;
  emulator: TerminalEmulator;
  /** Keys as the decoder names them. */
  press(...keys: string[]): string;
  input(input: Input): string;
  resize(width: number, height: number): string;
  screen(): string;
}

export interface TerminalOptions {
  width?: number;
  height?: number;
  argv?: readonly string[];
  isUnicode?: boolean;
  depth?: Depth;
  isFromList?: true;
}

/** A terminal that shows a subject. */
export function showOn(source: DataSource, options: TerminalOptions = {}): ShownTerminal {
  const { argv = [], isUnicode = true, depth = '256', isFromList } = options;
  const size = { width: options.width ?? 80, height: options.height ?? 24 };
  const emulator = createTerminalEmulator(size.width, size.height);
  const tty: Tty = {
    size,
    write: emulator.write,
    onInput: () => {},
    onFresh: () => {},
    onGone: () => {},
    take: () => {},
    release: () => {},
    suspend: () => {},
  };
  const app = createApp({
    source,
    tty,
    depth,
    ...(isFromList && { isFromList }),
    settings: settingsFrom(parseCommandLine(argv).values),
    glyphs: isUnicode ? UNICODE : ASCII,
  });
  app.start();
  const screen = (): string => `${emulator.lines().join('\n')}\n`;
  const input = (one: Input): string => {
    tty.onInput(one);
    return screen();
  };
  return {
    app,
    source,
    emulator,
    screen,
    input,
    press(...keys) {
      for (const key of keys) input({ kind: 'key', key });
      return screen();
    },
    resize(width, height) {
      Object.assign(size, { width, height });
      emulator.resize(width, height);
      tty.onFresh();
      return screen();
    },
  };
}

interface HostOptions extends TerminalOptions, Partial<Pick<LocalSetup, 'control' | 'explain'>> {
  /** The test changes nothing of the agent, such as its events: tests with the same options have the same agent. */
  isOnlyRead?: true;
}

const read = new Map<string, Promise<RecordedAgent>>();

/** A terminal that shows a recorded machine after all its steps, sampled as the options say. */
export async function showHost(name: string, options: HostOptions = {}): Promise<ShownTerminal> {
  const command = parseCommandLine(options.argv ?? []);
  const { options: sections, disable = [] } = configFlags(command, plugins);
  const shown = plugins.filter((plugin) => !disable.includes(plugin.name));
  const play = (): Promise<RecordedAgent> => playHost(name, sections, shown);
  const { agent, host } = await (options.isOnlyRead ? onceFor([name, sections, disable], play) : play());
  const source = createLocalSubject({
    agent,
    alerts: boardOf(agent).list,
    clock: host.clock,
    refresh: command.values.time,
    control: options.control ?? null,
    explain: options.explain ?? null,
  });
  return showOn(source, options);
}

function onceFor(what: unknown, play: () => Promise<RecordedAgent>): Promise<RecordedAgent> {
  const key = JSON.stringify(what);
  const played = read.get(key) ?? play();
  read.set(key, played);
  return played;
}
