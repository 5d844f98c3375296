/** Keys that every screen has: moving, the filter of its table, help and the end. */
import { moveCursor } from '../state/cursor.ts';
import type { SurfaceView } from '../state/surface.ts';
import { bind, type Key, type ScreenActor, type TerminalAction } from './key.ts';
import { DEEDS } from '../../display/deeds.ts';
import { TERMINAL_DEEDS } from '../../display/terminal-deeds.ts';
import { t } from '../../display/language.ts';

const PAGE = 10;

const move = (action: TerminalAction, by: number): Key<ScreenActor> =>
  bind(action, ({ ui }) => moveCursor(ui.view, by));

export const movingKeys: readonly Key<ScreenActor>[] = [
  move(DEEDS.previousRow, -1),
  move(DEEDS.nextRow, 1),
  move(DEEDS.rowsUp, -PAGE),
  move(DEEDS.rowsDown, PAGE),
  move(DEEDS.firstRow, -Infinity),
  move(DEEDS.lastRow, Number.MAX_SAFE_INTEGER),
];

export function askFilter(view: SurfaceView): void {
  const before = view.filter;
  view.prompt = {
    label: t('Filter:'),
    text: view.filter,
    onChange: (text) => (view.filter = text),
    onDone: (text) => (view.filter = text),
    onCancel: () => (view.filter = before),
  };
}

export const showOverlay =
  (name: 'help' | 'alerts') =>
  ({ ui: { view } }: ScreenActor): void => {
    view.overlay = view.overlay === name ? 'none' : name;
    view.overlayTop = 0;
  };

/** Escape where nothing is open: at the end of a row of presses it would end the program. */
export const STAYS = 'q quits.';

export const controlKeys: readonly Key<ScreenActor>[] = [
  bind(DEEDS.help, showOverlay('help')),
  bind(TERMINAL_DEEDS.quit, ({ quit }) => quit()),
  bind(TERMINAL_DEEDS.stop, ({ end }) => end()),
  bind(TERMINAL_DEEDS.redraw, ({ redraw }) => redraw()),
  bind(TERMINAL_DEEDS.suspend, ({ suspend }) => suspend()),
];
