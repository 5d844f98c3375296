/** The abilities of the terminal, from its environment. */
import type { Depth } from './palette.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Colours: none with NO_COLOR (https://no-color.org) and on vt terminals; all if COLORTERM has them; otherwise by terminal name. */
export function depthOf(environment: Environment): Depth {
  const { TERM: term = '', COLORTERM: colours = '' } = environment;
  if (environment['NO_COLOR'] || term === '' || /^(?:vt\d+|ansi-m|.*-mono)$/.test(term)) return 'none';
  if (term.startsWith('linux')) return '16';
  if (/truecolor|24bit/i.test(colours) || term.endsWith('-direct')) return 'true';
  return /256/.test(term) || /^(?:alacritty|foot|kitty|xterm-kitty|wezterm|ghostty|xterm-ghostty)/.test(term)
    ? '256'
    : '16';
}

/** False for the kernel's console, whose font has few characters, and for locales that are not UTF-8. */
export function isUnicode(environment: Environment): boolean {
  if (environment['TERM']?.startsWith('linux')) return false;
  // The first that is set counts, as setlocale(3) says. Containers set none, on terminals that are UTF-8.
  const locale = environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || 'C.UTF-8';
  return /utf-?8/i.test(locale);
}
