/** Runs the list of servers: until one is chosen, and again after that one was left. */
import { takeInput } from '../../show/terminal/input/take.ts';
import { keysByName, pressKey } from '../../show/terminal/keys/key.ts';
import { createPainter } from '../../show/terminal/screen/painter.ts';
import type { Depth } from '../../show/terminal/screen/palette.ts';
import type { GlyphSet } from '../../show/terminal/screen/glyph-set.ts';
import type { TerminalSettings } from '../../show/terminal/state/settings.ts';
import type { Tty } from '../../show/terminal/tty.ts';
import { drawServers } from './draw-servers.ts';
import { SERVER_KEYS, type ServersActor } from './server-keys.ts';
import type { Choice, ServerList } from './server-list.ts';
import { createServersUi } from './servers-ui.ts';

export interface ServersAppSetup {
  list: ServerList;
  settings: TerminalSettings;
  glyphs: GlyphSet;
  depth: Depth;
  tty: Tty;
}

export interface ServersApp {
  /** Shows the list, until {@link ServersApp.hide}. */
  show(): void;
  hide(): void;
  /** The next server that is to be opened; null at the end. */
  choose(): Promise<Choice | null>;
  /** Tells something, until the next key. */
  say(text: string): void;
}

/** Ages grow while nothing comes. */
const AGES_MS = 1000;

export function createServersApp({ list, settings, glyphs, depth, tty }: ServersAppSetup): ServersApp {
  let settle: (choice: Choice | null) => void = () => {};
  const ui = createServersUi(list, settings, glyphs, (server, password) => settle({ server, password }));
  const painter = createPainter({
    tty,
    depth,
    look: settings,
    isLight: () => settings.preferences.isLight,
    paint: (cells) => drawServers(ui, cells),
  });
  const keys = keysByName(SERVER_KEYS);
  const end = (): void => settle(null);
  const actor: ServersActor = {
    ui,
    quit: end,
    end,
    suspend: () => tty.suspend(),
    redraw: () => painter.forget(),
  };
  let leave: () => void = () => {};
  return {
    show() {
      tty.take();
      tty.onInput = (input) => {
        takeInput(input, ui, (name) => {
          const key = keys.get(name);
          if (key !== undefined) pressKey(key, actor);
        });
        painter.draw();
      };
      tty.onFresh = () => {
        painter.forget();
        painter.draw();
      };
      tty.onGone = end;
      const unsubscribe = list.subscribe(() => painter.draw());
      const ages = setInterval(() => painter.draw(), AGES_MS);
      leave = () => {
        unsubscribe();
        clearInterval(ages);
      };
      tty.onFresh();
    },
    hide: () => leave(),
    choose: () => new Promise((resolve) => (settle = resolve)),
    say(text) {
      ui.view.message = text;
      painter.draw();
    },
  };
}
