/** An in-memory terminal for the output of the screen: moves, attributes, text. Anything else is an error. */
import { eastAsianWidth } from 'get-east-asian-width';

export interface TerminalEmulator {
  write(bytes: string): void;
  resize(width: number, height: number): void;
  /** Lines without blanks at their ends. */
  lines(): string[];
  /** Parameters of the latest SGR before the character, such as `0;1;33`. */
  lookAt(x: number, y: number): string;
  /** Characters written so far. */
  readonly written: number;
}

interface Cell {
  text: string;
  look: string;
}

// oxlint-disable-next-line no-control-regex
const TOKEN = /\u001B\[(\d+);(\d+)H|\u001B\[([\d;]*)m|([^\u0000-\u001F\u007F-\u009F])/suy;

export function createTerminalEmulator(width: number, height: number): TerminalEmulator {
  let cells = blank(width, height);
  let [x, y, look, written] = [0, 0, '0', 0];
  let columns = width;
  const put = (text: string): void => {
    written += 1;
    if (/\p{M}/u.test(text)) {
      const before = cells[y]?.[x - 1];
      if (before === undefined) throw new Error('a mark without a letter');
      before.text += text;
      return;
    }
    const wide = eastAsianWidth(text.codePointAt(0) as number) === 2;
    if (y >= cells.length || x + (wide ? 2 : 1) > columns)
      throw new Error(`text beyond the edge at ${x},${y}`);
    const row = cells[y] as Cell[];
    row[x] = { text, look };
    if (wide) row[x + 1] = { text: '', look };
    x += wide ? 2 : 1;
  };
  return {
    write(bytes) {
      TOKEN.lastIndex = 0;
      while (TOKEN.lastIndex < bytes.length) {
        const at = TOKEN.lastIndex;
        const match = TOKEN.exec(bytes);
        if (match === null) throw new Error(`not understood: ${JSON.stringify(bytes.slice(at, at + 20))}`);
        const [, row, column, parameters, text] = match;
        if (text !== undefined) put(text);
        else if (parameters === undefined) [x, y] = [Number(column) - 1, Number(row) - 1];
        else look = parameters;
      }
    },
    resize(newWidth, newHeight) {
      columns = newWidth;
      cells = blank(newWidth, newHeight);
    },
    lines: () =>
      cells.map((row) =>
        row
          .map(({ text }) => text)
          .join('')
          .trimEnd(),
      ),
    lookAt: (column, line) => cells[line]?.[column]?.look ?? '',
    get written() {
      return written;
    },
  };
}

const blank = (width: number, height: number): Cell[][] =>
  Array.from({ length: height }, () => Array.from({ length: width }, () => ({ text: ' ', look: '0' })));
