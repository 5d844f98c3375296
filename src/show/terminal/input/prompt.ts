/** A line of text that is typed. */
import type { SurfaceView } from '../state/surface.ts';
import type { Input } from './decode.ts';

const LONGEST = 1000;

export function editPrompt(view: Pick<SurfaceView, 'prompt'>, input: Input): void {
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
