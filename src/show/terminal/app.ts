/** Runs the screen until the user quits, a signal arrives, or the terminal closes. */
import { drawScreen } from './draw/screen.ts';
import type { Actor } from './keys/key.ts';
import { createKeyRunner } from './keys/keys.ts';
import { loadChart } from './state/charts.ts';
import type { GlyphSet } from './screen/glyph-set.ts';
import { createPainter } from './screen/painter.ts';
import type { Depth } from './screen/palette.ts';
import { watchedPlugins } from './state/watched.ts';
import type { TerminalSettings } from './state/settings.ts';
import { createUi, type Ui } from './state/ui.ts';
import { createView } from './state/view.ts';
import type { DataSource } from './data-source/data-source.ts';
import type { Tty } from './tty.ts';
import { takeInput } from './input/take.ts';

export interface AppSetup {
  source: DataSource;
  settings: TerminalSettings;
  glyphs: GlyphSet;
  depth: Depth;
  tty: Tty;
  /** Set if it was opened from the list of servers. */
  isFromList?: true;
}

/** Shows more about the process under the cursor, which is the first at the start. */
const EXTENDED_KEY = 'e';

/** How a screen ended: it was left with `q`, or the program should end. */
export type Ending = 'left' | 'ended';

export interface App {
  /** Resolves at the end of the screen. */
  readonly ended: Promise<Ending>;
  start(): void;
  stop(): void;
}

export function createApp({ source, settings, glyphs, depth, tty, isFromList }: AppSetup): App {
  const view = createView(settings);
  const ui: Ui = createUi(source, view, settings, glyphs);
  const run = createKeyRunner();
  const screen = createPainter({
    tty,
    depth,
    look: settings,
    isLight: () => view.preferences.isLight,
    paint: (cells) => drawScreen(ui, cells),
  });
  let end: (how: Ending) => void = () => {};
  const ended = new Promise<Ending>((resolve) => (end = resolve));
  let screens = 0;
  let watched = '';
  /** Plugins of hidden parts are suspended, and not fetched. */
  const watch = (): void => {
    const plugins = watchedPlugins(view, source.plugins, tty.size.width);
    const names = plugins.join();
    if (names !== watched) source.watch(plugins);
    watched = names;
  };
  const actor: Actor = {
    ui,
    quit: () => end('left'),
    back: isFromList ? () => end('left') : null,
    end: () => end('ended'),
    suspend: () => tty.suspend(),
    redraw: () => screen.forget(),
  };

  const draw = (): void => {
    watch();
    screen.draw();
    void loadChart(ui).then((isNew) => isNew && screen.draw());
  };

  const listen = (): void => {
    tty.onInput = (input) => {
      takeInput(input, ui, (key) => run(key, actor));
      draw();
    };
    tty.onFresh = () => {
      screen.forget();
      draw();
    };
    tty.onGone = () => end('ended');
    source.onChange = (isNew) => {
      draw();
      screens += Number(isNew);
      if (screens === settings.stopAfter) end('ended');
    };
  };

  return {
    ended,
    start() {
      tty.take();
      listen();
      draw();
      if (settings.extended) tty.onInput({ kind: 'key', key: EXTENDED_KEY });
    },
    stop() {
      source.onChange = () => {};
      source.stop();
    },
  };
}
