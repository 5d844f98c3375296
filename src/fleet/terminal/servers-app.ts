/** Runs the list of servers: until one is chosen, and again after that one was left. */
import { SERVER_ACTIONS } from '../../show/display/server-actions.ts';
import { takeInput } from '../../show/terminal/input/take.ts';
import { keysByName, pressKey } from '../../show/terminal/keys/key.ts';
import { createPainter } from '../../show/terminal/screen/painter.ts';
import type { Depth } from '../../show/terminal/screen/palette.ts';
import type { GlyphSet } from '../../show/terminal/screen/glyph-set.ts';
import type { TerminalSettings } from '../../show/terminal/state/settings.ts';
import type { Tty } from '../../show/terminal/tty.ts';
import { SERVER_KEYS, type ServersActor } from './server-keys.ts';
import type { Choice, ServerList, WatchedServer } from './server-list.ts';
import { createServersUi, openServer, type ServersUi } from './servers-ui.ts';
import { showTime } from '../../show/display/durations.ts';
import { addressOf, nameOf, WORDS } from '../../show/display/servers.ts';
import { isAnswering, WORST_STATUSES_FIRST } from '../../core/server-status.ts';
import { drawFooter } from '../../show/terminal/draw/footer.ts';
import { drawGrid } from '../../show/terminal/draw/grid.ts';
import { drawHelp } from '../../show/terminal/draw/help.ts';
import { drawCount } from '../../show/terminal/draw/table.ts';
import type { Cells } from '../../show/terminal/screen/cells.ts';
import { Region } from '../../show/terminal/screen/region.ts';
import { BOLD, DIM, FAINT, levelStyle } from '../../show/terminal/state/ui.ts';
import type { ShownRows } from '../../show/terminal/table/rows.ts';
import { levelOfRow, serverRows } from './server-table.ts';
import { type Phrase, t } from '../../show/display/language.ts';
import { localReason } from '../../show/display/said-words.ts';
import { widthOfText } from '../../show/terminal/screen/characters.ts';

interface ServersAppSetup {
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
  /** Returns the next server to open; null at the end. */
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

function drawServers(ui: ServersUi, cells: Cells): void {
  cells.clear();
  ui.targets = [];
  const { width, height } = cells;
  if (width < 2 || height < 2) return;
  const screen = new Region(cells, { x: 0, y: 0, width, height }, ui.glyphs);
  const { table, shown } = serverRows(ui);
  drawCounts(ui, screen.row(0), shown);
  const below = Math.min(2, height - 2);
  const open = (wasSelected: boolean): void => {
    const server = shown.rows[ui.view.selected];
    if (wasSelected && server !== undefined) openServer(ui, server);
  };
  drawGrid(ui, screen.part({ x: 0, y: 1, width, height: height - 1 - below }), { table, shown }, open);
  const selected = shown.rows[ui.view.selected];
  // Rows change places as answers come: the cursor stays with its server, or at the top.
  ui.view.followed = ui.view.selected === 0 ? null : (selected?.id ?? null);
  if (below === 2 && selected !== undefined) drawReason(screen.row(height - 2), selected);
  if (below > 0) drawFooter(ui, screen.row(height - 1), SERVER_KEYS);
  if (ui.view.overlay !== 'none')
    drawHelp(ui, screen.part({ x: 0, y: 1, width, height: height - 2 }), SERVER_ACTIONS);
}

function drawCounts(ui: ServersUi, line: Region, shown: ShownRows<WatchedServer>): void {
  const servers = ui.list.servers();
  let x = line.text(0, 0, t('Servers'), BOLD) + 1;
  x = drawCount(line, x, shown, ui.view.filter);
  const end = line.right(line.width, 0, showTime(ui.list.now()), DIM) - 2;
  for (const status of WORST_STATUSES_FIRST) {
    const count = servers.filter((server) => server.status === status).length;
    const text = `${count} ${status === 'SNMP' ? t('by SNMP') : t(WORDS[status]).toLowerCase()}`;
    if (count === 0 || x + widthOfText(text) + 1 > end) continue;
    x = line.text(x + 1, 0, text, status === 'OFFLINE' ? levelStyle('critical') : FAINT);
  }
}

function drawReason(line: Region, server: WatchedServer): void {
  const level = isAnswering(server) ? null : levelOfRow(server);
  const { type, tags } = server;
  const reason = localReason(server);
  const origin = ORIGINS[type];
  let x = line.text(0, 0, nameOf(server), BOLD) + 1;
  if (reason !== '') x = line.text(x, 0, t('{reason}.', { reason }), levelStyle(level, DIM)) + 2;
  line.text(
    x,
    0,
    [addressOf(server), origin === undefined ? '' : t(origin), ...tags].filter(Boolean).join('  '),
    FAINT,
  );
}

const ORIGINS: Readonly<Partial<Record<WatchedServer['type'], Phrase>>> = {
  DYNAMIC: 'found on the network',
  ADDED: 'added on the page',
};
