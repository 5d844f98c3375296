/** Runs the screen until the user, a signal or the end of the terminal ends it. */
import type { Input, KeyPress, MousePress } from './input/decode.ts';
import { drawScreen } from './draw/screen.ts';
import type { Actor } from './keys/key.ts';
import { createKeyRunner } from './keys/keys.ts';
import { loadChart } from './state/charts.ts';
import { Cells, Composed } from './screen/cells.ts';
import { difference } from './screen/difference.ts';
import type { GlyphSet } from './screen/glyph-set.ts';
import { createPalette, type Depth } from './screen/palette.ts';
import { moveCursor } from './state/cursor.ts';
import { watchedPlugins } from './state/watched.ts';
import type { TerminalSettings } from './state/settings.ts';
import { createUi, type Ui } from './state/ui.ts';
import { createView } from './state/view.ts';
import type { Subject } from './subject/subject.ts';
import type { Tty } from './tty.ts';
import { editPrompt } from './input/prompt.ts';

export interface AppSetup {
  subject: Subject;
  settings: TerminalSettings;
  glyphs: GlyphSet;
  depth: Depth;
  tty: Tty;
}

/** Shows more about the process under the cursor, which is the first at the start. */
const EXTENDED_KEY = 'e';
/** Presses of the wheel move by so many rows. */
const WHEEL_ROWS = 3;

export interface App {
  /** Ends with the screen. */
  readonly ended: Promise<void>;
  start(): void;
  stop(): void;
}

export function createApp({ subject, settings, glyphs, depth, tty }: AppSetup): App {
  const view = createView(settings);
  const ui: Ui = createUi(subject, view, settings, glyphs);
  const run = createKeyRunner();
  const screen = createScreen(tty, ui, depth);
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let screens = 0;
  const watch = (): void => subject.watch(watchedPlugins(view));
  const actor: Actor = {
    ui,
    quit: () => end(),
    suspend: () => tty.suspend(),
    redraw: () => screen.forget(),
    watch,
  };

  const draw = (): void => {
    screen.draw();
    void loadChart(ui).then((isNew) => isNew && screen.draw());
  };

  tty.onInput = (input) => {
    take(input, actor, run);
    draw();
  };
  tty.onFresh = () => {
    screen.forget();
    screen.draw();
  };
  tty.onGone = () => end();
  subject.onChange = () => {
    draw();
    screens += 1;
    if (screens === settings.stopAfter) end();
  };

  return {
    ended,
    start() {
      tty.take();
      watch();
      screen.draw();
      if (settings.extended) tty.onInput({ kind: 'key', key: EXTENDED_KEY });
    },
    stop() {
      subject.stop();
      tty.giveBack();
    },
  };
}

/** The state of the screen, and the next one. */
function createScreen(tty: Tty, ui: Ui, depth: Depth): { draw(): void; forget(): void } {
  const composed = new Composed();
  const { preferences } = ui.view;
  const paletteFor = (isLight: boolean) =>
    createPalette({ depth, isLight, hasBold: ui.settings.hasBold, hasBackground: ui.settings.hasBackground });
  let isLight = preferences.isLight;
  let palette = paletteFor(isLight);
  let shown = new Cells(0, 0, composed);
  let next = new Cells(0, 0, composed);
  const fit = (): void => {
    const { width, height } = tty.size;
    if (shown.width === width && shown.height === height) return;
    shown = new Cells(width, height, composed);
    next = new Cells(width, height, composed);
    shown.invalidate();
  };
  return {
    forget: () => shown.invalidate(),
    draw() {
      fit();
      if (ui.view.preferences.isLight !== isLight) {
        isLight = ui.view.preferences.isLight;
        palette = paletteFor(isLight);
        shown.invalidate();
      }
      drawScreen(ui, next);
      const bytes = difference(shown, next, palette);
      [shown, next] = [next, shown];
      if (bytes !== '') tty.write(bytes);
    },
  };
}

function take(input: Input, actor: Actor, run: ReturnType<typeof createKeyRunner>): void {
  const { view } = actor.ui;
  if (view.prompt !== null) return editPrompt(view, input);
  if (input.kind === 'paste') return;
  if (input.kind === 'mouse') return takeMouse(input, actor);
  view.message = '';
  if (view.question !== null) return answer(input, actor);
  if (view.overlay !== 'none' && scrollOverlay(input, actor)) return;
  run(input.key, actor);
}

function answer({ key }: KeyPress, { ui: { view } }: Actor): void {
  const { question } = view;
  view.question = null;
  const action = question?.answers[key];
  if (action === undefined) view.message = 'Nothing was done.';
  else action();
}

const SCROLLS: Readonly<Record<string, number>> = {
  up: -1,
  down: 1,
  'page-up': -10,
  'page-down': 10,
  space: 10,
  home: -Infinity,
  end: Number.MAX_SAFE_INTEGER,
};

/** Arrows move through a screen that is longer than the terminal. */
function scrollOverlay({ key }: KeyPress, { ui: { view } }: Actor): boolean {
  const by = SCROLLS[key];
  if (by === undefined) return false;
  view.overlayTop = Math.max(0, view.overlayTop + by);
  return true;
}

function takeMouse({ action, x, y }: MousePress, { ui }: Actor): void {
  const { view } = ui;
  if (action !== 'press') {
    const by = action === 'wheel-up' ? -WHEEL_ROWS : WHEEL_ROWS;
    if (view.overlay === 'none') moveCursor(view, by);
    else view.overlayTop = Math.max(0, view.overlayTop + by);
    return;
  }
  view.message = '';
  // The last that was drawn is in front.
  const target = ui.targets.findLast(
    (one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height,
  );
  target?.onPress(x - target.x, y - target.y);
}
