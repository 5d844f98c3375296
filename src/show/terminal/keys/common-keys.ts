/** Keys that every screen has: moving, the filter of its table, help and the end. */
import { moveCursor } from '../state/cursor.ts';
import type { SurfaceView } from '../state/surface.ts';
import type { Key, ScreenActor } from './key.ts';
import { type Phrase, t } from '../../display/language.ts';

const PAGE = 10;

export const movingKeys: readonly Key<ScreenActor>[] = (
  [
    [['up'], 'previous row', -1],
    [['down'], 'next row', 1],
    [['page-up'], 'ten rows up', -PAGE],
    [['page-down'], 'ten rows down', PAGE],
    [['home'], 'first row', -Infinity],
    [['end'], 'last row', Number.MAX_SAFE_INTEGER],
  ] as const
).map(([keys, text, by]): Key<ScreenActor> => ({
  keys,
  group: 'Move',
  text,
  run: ({ ui }) => moveCursor(ui.view, by),
}));

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

export const screenKey = (
  keys: readonly string[],
  text: Phrase,
  run: Key<ScreenActor>['run'],
  hint?: Phrase,
): Key<ScreenActor> => ({ keys, group: 'Screen', text, ...(hint !== undefined && { hint }), run });

export const showOverlay =
  (name: 'help' | 'alerts') =>
  ({ ui: { view } }: ScreenActor): void => {
    view.overlay = view.overlay === name ? 'none' : name;
    view.overlayTop = 0;
  };

/** Escape where nothing is open: at the end of a row of presses it would end the program. */
export const STAYS = 'q quits.';

export const controlKeys: readonly Key<ScreenActor>[] = [
  screenKey(['?', 'h', 'f1'], 'this help', showOverlay('help'), 'help'),
  screenKey(['q', 'f10'], 'quit; back to the list of servers with --browser', ({ quit }) => quit(), 'quit'),
  screenKey(['ctrl-c'], 'end the program', ({ end }) => end()),
  screenKey(['ctrl-r', 'ctrl-l'], 'draw everything again', ({ redraw }) => redraw()),
  screenKey(['ctrl-z'], 'suspend; fg comes back', ({ suspend }) => suspend()),
];
