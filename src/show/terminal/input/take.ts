/** Input that is alike on every screen: typed, scrolled and pressed, and answers to questions. */
import { moveCursor } from '../state/cursor.ts';
import type { Surface, SurfaceView } from '../state/surface.ts';
import type { Input, MousePress } from './decode.ts';
import { t } from '../../display/language.ts';

/** Presses of the wheel move by so many rows. */
const WHEEL_ROWS = 3;

const SUSPEND = 'ctrl-z';

/** @param onKey gets keys that nothing in front of the screen has taken */
export function takeInput(input: Input, surface: Surface, onKey: (key: string) => void): void {
  const { view } = surface;
  // From everywhere, as in a program that leaves it to the terminal.
  if (input.kind === 'key' && input.key === SUSPEND) return onKey(input.key);
  if (view.prompt !== null) return editPrompt(view, input);
  if (input.kind === 'paste') return;
  if (input.kind === 'mouse') return takeMouse(input, surface);
  view.message = '';
  if (view.question !== null) return answer(input.key, surface);
  if (view.overlay !== 'none' && inOverlay(input.key, surface)) return;
  onKey(input.key);
}

function answer(key: string, { view }: Surface): void {
  const { question } = view;
  view.question = null;
  const action = question?.answers[key];
  if (action === undefined) view.message = t('Nothing was done.');
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

/** Arrows move through an overlay that is longer than the terminal, and `q` leaves it, as in a pager. */
function inOverlay(key: string, { view }: Surface): boolean {
  if (key === 'q') {
    view.overlay = 'none';
    return true;
  }
  const by = SCROLLS[key];
  if (by === undefined) return false;
  view.overlayTop = Math.max(0, view.overlayTop + by);
  return true;
}

function takeMouse({ action, x, y }: MousePress, { view, targets }: Surface): void {
  if (action !== 'press') {
    const by = action === 'wheel-up' ? -WHEEL_ROWS : WHEEL_ROWS;
    if (view.overlay === 'none') moveCursor(view, by);
    else view.overlayTop = Math.max(0, view.overlayTop + by);
    return;
  }
  view.message = '';
  // The last target drawn is in front.
  const target = targets.findLast(
    (one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height,
  );
  target?.onPress(x - target.x, y - target.y);
}

const LONGEST = 1000;

function editPrompt(view: Pick<SurfaceView, 'prompt'>, input: Input): void {
  const { prompt } = view;
  if (prompt === null || input.kind === 'mouse') return;
  const change = (text: string): void => {
    prompt.text = text.slice(0, LONGEST);
    prompt.onChange?.(prompt.text);
  };
  if (input.kind === 'paste') return change(prompt.text + input.text.replaceAll(/\p{Cc}/gu, ' '));
  switch (input.key) {
    case 'enter':
      view.prompt = null;
      return prompt.onDone(prompt.text);
    case 'escape':
    case 'ctrl-c':
      view.prompt = null;
      return prompt.onCancel?.();
    case 'backspace':
      return change([...prompt.text].slice(0, -1).join(''));
    case 'ctrl-u':
      return change('');
    case 'ctrl-w':
      return change(withoutLastWord(prompt.text));
    default: {
      const text = input.key === 'space' ? ' ' : input.key;
      // Names of other keys have several characters.
      if ([...text].length === 1) change(prompt.text + text);
    }
  }
}

const withoutLastWord = (text: string): string => text.slice(0, text.trimEnd().lastIndexOf(' ') + 1);
