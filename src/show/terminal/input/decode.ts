/** From the bytes of a terminal to keys and the mouse (XTerm Control Sequences; SGR mouse mode 1006). */
import { StringDecoder } from 'node:string_decoder';

interface KeyPress {
  readonly kind: 'key';
  /** `a`, `A`, `enter`, `up`, `page-down`, `f1`; with `ctrl-` and `shift-` in front, where a letter does not tell. */
  readonly key: string;
}

export interface MousePress {
  readonly kind: 'mouse';
  readonly action: 'press' | 'wheel-up' | 'wheel-down';
  readonly x: number;
  readonly y: number;
}

/** Text that was pasted, which is never taken for keys. */
interface Paste {
  readonly kind: 'paste';
  readonly text: string;
}

export type Input = KeyPress | MousePress | Paste;

const FINALS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
  Z: 'shift-tab',
};

const NUMBERS: Readonly<Record<string, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'page-up',
  6: 'page-down',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
};

const CONTROLS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007F': 'backspace',
};

const ESCAPE = '\u001B';
/** Complete sequences at the start of what has come: CSI, SS3, Alt with a key. */
const SEQUENCE = /^(?:\[(?:\[[A-E]|[0-?]*[ -/]*[@-~])|O[A-Za-z]|[^[O])/su;
/** Start of a sequence whose rest is still to come. */
const PARTIAL = /^(?:\[\[?[0-?]*[ -/]*|O)?$/s;
const PASTE_START = '[200~';
const PASTE_END = `${ESCAPE}[201~`;
const LONGEST_SEQUENCE = 64;
const LONGEST_PASTE = 65_536;

interface Decoder {
  take(bytes: Uint8Array): Input[];
  /** Nothing has come for a while: an escape that is left is the key itself. */
  flush(): Input[];
  /** Something is left that may be the start of a sequence. */
  readonly isWaiting: boolean;
}

export function createDecoder(): Decoder {
  const utf8 = new StringDecoder('utf8');
  let rest = '';
  return {
    take(bytes) {
      rest += utf8.write(bytes as Buffer);
      const inputs: Input[] = [];
      rest = readAll(rest, inputs);
      return inputs;
    },
    flush() {
      const left = rest;
      rest = '';
      return left.startsWith(ESCAPE) ? [key('escape')] : [];
    },
    get isWaiting() {
      return rest !== '';
    },
  };
}

const key = (name: string): KeyPress => ({ kind: 'key', key: name });

/** Returns what is left. */
function readAll(text: string, inputs: Input[]): string {
  let rest = text;
  while (rest !== '') {
    const first = String.fromCodePoint(rest.codePointAt(0) as number);
    if (first !== ESCAPE) {
      inputs.push(key(nameOf(first)));
      rest = rest.slice(first.length);
      continue;
    }
    const after = readEscape(rest.slice(1), inputs);
    if (after === null) return rest;
    rest = after;
  }
  return '';
}

function nameOf(character: string): string {
  const name = CONTROLS[character];
  if (name !== undefined) return name;
  const code = character.charCodeAt(0);
  if (code === 0) return 'ctrl-space';
  return code < 0x20 ? `ctrl-${String.fromCharCode(code + 0x60)}` : character === ' ' ? 'space' : character;
}

/** Reads what follows an escape; null while more is to come. */
function readEscape(text: string, inputs: Input[]): string | null {
  if (text.startsWith(PASTE_START)) return readPaste(text.slice(PASTE_START.length), inputs);
  const [sequence] = SEQUENCE.exec(text) ?? [];
  if (sequence === undefined) {
    if (PARTIAL.test(text) && text.length < LONGEST_SEQUENCE) return null;
    inputs.push(key('escape'));
    return text;
  }
  // Two escapes in a row: the first was the key.
  if (sequence === ESCAPE) {
    inputs.push(key('escape'));
    return text;
  }
  const input = inputOf(sequence);
  if (input !== null) inputs.push(input);
  return text.slice(sequence.length);
}

function readPaste(text: string, inputs: Input[]): string | null {
  const end = text.indexOf(PASTE_END);
  if (end < 0 && text.length < LONGEST_PASTE) return null;
  const stop = end < 0 ? text.length : end;
  inputs.push({ kind: 'paste', text: text.slice(0, stop) });
  return end < 0 ? '' : text.slice(end + PASTE_END.length);
}

function inputOf(sequence: string): Input | null {
  const mouse = /^\[<(\d+);(\d+);(\d+)([Mm])$/.exec(sequence);
  if (mouse !== null) return mouseOf(mouse);
  if (sequence.startsWith('O')) return named(FINALS[sequence.charAt(1)], '');
  if (!sequence.startsWith('[')) return null;
  // The console of Linux.
  if (sequence.startsWith('[[')) return key(`f${sequence.charCodeAt(2) - 0x40}`);
  const [, numbers = '', final = ''] = /^\[([\d;]*)([@-~])$/.exec(sequence) ?? [];
  const [number = '', modifier = ''] = numbers.split(';');
  return named(final === '~' ? NUMBERS[number] : FINALS[final], modifier);
}

/** @param modifier 1 and a bit each for Shift, Alt, Control */
function named(name: string | undefined, modifier: string): KeyPress | null {
  if (name === undefined) return null;
  const bits = Math.max(0, Number(modifier || 1) - 1);
  return key(`${bits & 4 ? 'ctrl-' : ''}${bits & 1 ? 'shift-' : ''}${name}`);
}

function mouseOf([, button = '', x = '', y = '', final]: RegExpExecArray): MousePress | null {
  const place = { kind: 'mouse', x: Number(x) - 1, y: Number(y) - 1 } as const;
  const number = Number(button) & ~0b11100;
  if (number === 64) return { ...place, action: 'wheel-up' };
  if (number === 65) return { ...place, action: 'wheel-down' };
  return number === 0 && final === 'M' ? { ...place, action: 'press' } : null;
}
