/** Text of a terminal as a page: for pictures of what Gander prints. */
import { eastAsianWidth } from 'get-east-asian-width';
import type { TerminalEmulator } from './terminal-emulator.ts';

/** Text and the parameters of its SGR (ECMA-48). */
type Run = readonly [text: string, look: string];

const BASIC: Readonly<Record<string, string>> = {
  '1': 'font-weight: bold',
  '2': 'color: #a0abb9',
  '31': 'color: #ff6b7f',
  '32': 'color: #5fb39f',
  '33': 'color: #e0c04a',
};
const STYLE = `
  body { margin: 0; padding: 12px; width: max-content; background: #0f1318; color: #e4e8ee; }
  pre { margin: 0; font: 14px/16.4px 'DejaVu Sans Mono'; }
  /* These are in the font of all other texts only, which has wider ones. */
  .braille { display: inline-block; width: 8.43px; font-size: 11px; }`;

/** Contents of a terminal screen. */
export const screenRuns = ({ lines, lookAt }: TerminalEmulator): Run[][] =>
  lines().map((line, y) => {
    let x = 0;
    return [...new Intl.Segmenter().segment(line)].map(({ segment }): Run => {
      const look = lookAt(x, y);
      x += eastAsianWidth(segment.codePointAt(0) ?? 0);
      return [segment, look];
    });
  });

export const terminalPage = (lines: readonly Run[][]): string =>
  `<!doctype html><style>${STYLE}</style><pre>${lines.map((runs) => runs.map(spanOf).join('')).join('\n')}</pre>`;

const spanOf = ([text, look]: Run): string => {
  const words = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const style = styleOf(look);
  const name = /[\u2800-\u28FF]/.test(text) ? 'braille' : '';
  return style === '' ? words : `<span class="${name}" style="${style}">${words}</span>`;
};

function styleOf(look: string): string {
  const colours = look.replaceAll(/([34])8;2;(\d+);(\d+);(\d+)/g, (_, which, ...rgb: string[]) => {
    const name = which === '3' ? 'color' : 'background';
    return `${name}: rgb(${rgb.slice(0, 3).join(' ')})`;
  });
  return colours
    .split(';')
    .map((part) => BASIC[part] ?? part)
    .filter((part) => part.includes(':'))
    .join('; ');
}
