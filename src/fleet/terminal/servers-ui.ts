/** State of the list of servers, and formats of its values. */
import type { GlyphSet } from '../../show/terminal/screen/glyph-set.ts';
import { createFiltering } from '../../show/terminal/state/filtering.ts';
import { createKeptRows } from '../../show/terminal/state/kept-rows.ts';
import type { TerminalSettings } from '../../show/terminal/state/settings.ts';
import {
  createWriter,
  newSurfaceView,
  type Surface,
  type SurfaceView,
  type Writer,
} from '../../show/terminal/state/surface.ts';
import type { ServerList, WatchedServer } from './server-list.ts';
import { t } from '../../show/display/language.ts';

export interface ServersUi extends Surface, Writer {
  readonly list: ServerList;
  readonly view: SurfaceView;
  readonly settings: TerminalSettings;
  /** Opens a server, with a password that was typed. */
  open(server: WatchedServer, password: string | null): void;
}

export const createServersUi = (
  list: ServerList,
  settings: TerminalSettings,
  glyphs: GlyphSet,
  open: ServersUi['open'],
): ServersUi => ({
  list,
  settings,
  glyphs,
  open,
  view: newSurfaceView(),
  kept: createKeptRows(),
  filtering: createFiltering(),
  targets: [],
  ...createWriter(settings.preferences, glyphs),
});

/** Opens a server, after asking for its password where it wants one that is not known. */
export function openServer(ui: ServersUi, server: WatchedServer): void {
  if (server.status !== 'PROTECTED') return ui.open(server, null);
  ui.view.prompt = {
    label: t('Password for {server}:', { server: server.alias ?? server.name }),
    text: '',
    isSecret: true,
    onDone: (text) => ui.open(server, text),
  };
}
