/** Options of the screen on the terminal. */
import { flag, onFlag } from '../declare.ts';

const terminal = { group: 'terminal' } as const;

export const terminalOptions = {
  enable_light: flag(
    '--light --enable-light',
    'Start with the essentials only; keys show the rest.',
    terminal,
  ),
  theme_white: flag('--theme-white', 'Use colours for a terminal with a light background.', {
    ...terminal,
    inArgs: false,
  }),
  disable_bold: flag('--disable-bold', 'Show no bold text.', terminal),
  disable_bg: flag('--disable-bg', 'Show no background colours except for the cursor.', terminal),
  enable_separator: onFlag(
    { names: '--separator --enable-separator', offNames: '--disable-separator' },
    'Draw lines between the parts of the screen.',
    terminal,
  ),
  disable_cursor: flag('--disable-cursor', 'Do not mark the row that keys act on.', terminal),
  arrow_keys_sort: flag('--arrow-keys-sort', 'Arrow keys choose the sort key.', {
    ...terminal,
    instead: 'Left and right always do.',
  }),
  sparkline: flag('--sparkline', 'Draw sparklines.', {
    ...terminal,
    instead: 'They are always drawn; key S hides them.',
  }),
  disable_unicode: flag('--disable-unicode', 'Use only ASCII characters.', terminal),
};
