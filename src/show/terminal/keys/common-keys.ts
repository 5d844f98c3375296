/** Keys that every screen has: moving, the filter of its table, help and the end. */
import { moveCursor } from '../state/cursor.ts';
import type { SurfaceView } from '../state/surface.ts';
import { bind, type Key, type ScreenActor, type TerminalAction } from './key.ts';
import { PAGE_ACTIONS } from '../../display/page-actions.ts';
import { TERMINAL_ACTIONS } from '../../display/terminal-actions.ts';
import { t } from '../../display/language.ts';

const PAGE = 10;

const move = (action: TerminalAction, by: number): Key<ScreenActor> =>
  bind(action, ({ ui }) => moveCursor(ui.view, by));

export const movingKeys: readonly Key<ScreenActor>[] = [
  move(PAGE_ACTIONS.previousRow, -1),
  move(PAGE_ACTIONS.nextRow, 1),
  move(PAGE_ACTIONS.rowsUp, -PAGE),
  move(PAGE_ACTIONS.rowsDown, PAGE),
  move(PAGE_ACTIONS.firstRow, -Infinity),
  move(PAGE_ACTIONS.lastRow, Number.MAX_SAFE_INTEGER),
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
  bind(PAGE_ACTIONS.help, showOverlay('help')),
  bind(TERMINAL_ACTIONS.quit, ({ quit }) => quit()),
  bind(TERMINAL_ACTIONS.stop, ({ end }) => end()),
  bind(TERMINAL_ACTIONS.redraw, ({ redraw }) => redraw()),
  bind(TERMINAL_ACTIONS.suspend, ({ suspend }) => suspend()),
];
