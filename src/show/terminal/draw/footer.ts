/** The last line: a question, a message, or the most important keys. */
import type { Region } from '../screen/region.ts';
import { widthOfText } from '../screen/characters.ts';
import { styleOf } from '../screen/style.ts';
import type { Surface } from '../state/surface.ts';
import { ACCENT, BOLD, FAINT, levelStyle, TEXT } from '../state/ui.ts';
import type { Key } from '../keys/key.ts';
import { keyName } from '../../display/key-name.ts';
import { t } from '../../display/language.ts';

const CARET = styleOf('text', { underline: true });

export function drawFooter(
  { view, glyphs }: Surface,
  line: Region,
  keys: readonly Pick<Key, 'keys' | 'hint'>[],
): void {
  const { prompt, question, message } = view;
  if (prompt !== null) drawPrompt(line, prompt.label, prompt.isSecret ? hidden(prompt.text) : prompt.text);
  else if (question !== null) line.text(0, 0, question.text, levelStyle('warning'));
  else if (message !== '') line.text(0, 0, message, ACCENT);
  else drawHints(line, keys, glyphs.isUnicode);
}

const hidden = (text: string): string => '*'.repeat([...text].length);

/** Scrolls to the end of the text. */
function drawPrompt(line: Region, label: string, text: string): void {
  const x = line.text(0, 0, label, BOLD) + 1;
  const room = Math.max(1, line.width - x - 1);
  let shown = text;
  while (widthOfText(shown) > room) shown = [...shown].slice(1).join('');
  const end = line.text(x, 0, shown, TEXT);
  line.put(end, 0, 0x20, CARET);
}

function drawHints(line: Region, shown: readonly Pick<Key, 'keys' | 'hint'>[], isUnicode: boolean): void {
  let x = 0;
  for (const { keys, hint } of shown) {
    if (!hint) continue;
    const words = t(hint);
    const key = keyName(keys[0] as string, isUnicode);
    if (x + widthOfText(key) + widthOfText(words) + 1 > line.width) break;
    x = line.text(x, 0, key, TEXT);
    x = line.text(x + 1, 0, words, FAINT) + 2;
  }
}
