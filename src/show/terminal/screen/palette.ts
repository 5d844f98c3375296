/** From meanings to the escape sequences (ECMA-48 SGR) of this terminal. */
import { lookOf, type Look, type Style, type Tone } from './style.ts';

/** How many colours a terminal has: none, 16, 256, or any. */
export type Depth = 'none' | '16' | '256' | 'true';

interface PaletteSetup {
  depth: Depth;
  /** For terminals with a light background. */
  isLight: boolean;
  hasBold: boolean;
  hasBackground: boolean;
}

/** A colour: number among 16, number among 256, and red, green and blue. */
type Colour = readonly [basic: number, indexed: number, rgb: string];

/**
 * Colours of the page's dark theme. Basic ones are 30 to 37 and 90 to 97, of which dark blue is hardly visible on black; -1: the
 * terminal's.
 */
const DARK: Readonly<Record<Tone, Colour>> = {
  text: [-1, -1, ''],
  dim: [37, 247, '160;171;185'],
  faint: [90, 243, '127;139;155'],
  accent: [36, 111, '130;185;247'],
  careful: [33, 179, '224;192;74'],
  warning: [93, 215, '255;157;69'],
  critical: [91, 204, '255;107;127'],
  series: [94, 74, '108;155;201'],
  second: [35, 140, '157;140;201'],
  track: [90, 238, '62;72;84'],
  selection: [44, 24, '29;58;92'],
  heading: [100, 236, '35;42;51'],
  shade0: [90, 236, '31;38;46'],
  shade1: [90, 237, '42;54;67'],
  shade2: [94, 23, '53;71;89'],
  shade3: [94, 24, '65;88;111'],
  shade4: [36, 67, '78;108;138'],
  shade5: [36, 68, '91;128;165'],
  shade6: [96, 74, '108;155;201'],
  shade7: [97, 153, '166;205;242'],
};

/**
 * Colours of the light theme. Yellow can hardly be seen on white: of sixteen colours two levels share one, and differ by weight
 * and mark.
 */
const LIGHT: Readonly<Record<Tone, Colour>> = {
  text: [-1, -1, ''],
  dim: [30, 240, '76;86;99'],
  faint: [90, 243, '95;106;119'],
  accent: [34, 25, '10;93;184'],
  careful: [35, 94, '111;84;0'],
  warning: [35, 130, '160;62;0'],
  critical: [31, 124, '184;13;40'],
  series: [34, 67, '91;139;187'],
  second: [35, 97, '134;116;184'],
  track: [37, 253, '205;210;216'],
  selection: [46, 153, '211;229;250'],
  heading: [47, 254, '226;229;233'],
  shade0: [37, 254, '232;235;238'],
  shade1: [37, 252, '210;218;227'],
  shade2: [36, 152, '188;203;218'],
  shade3: [36, 110, '166;188;210'],
  shade4: [36, 109, '143;173;203'],
  shade5: [34, 67, '117;156;195'],
  shade6: [34, 25, '91;139;187'],
  shade7: [30, 18, '40;84;130'],
};

/** Without colours, levels stand out by weight; marks beside them say which they are. */
const PLAIN: Readonly<Partial<Record<Tone, string>>> = {
  dim: '',
  faint: '2',
  careful: '1',
  warning: '1',
  critical: '1;7',
  track: '2',
  selection: '7',
  heading: '4',
};

const CSI = '\u001B[';

/** Returns the function that gives a style's escape sequence; each is made once. */
export function createPalette(setup: PaletteSetup): (style: Style) => string {
  const known = new Map<Style, string>();
  return (style) => {
    const before = known.get(style);
    if (before !== undefined) return before;
    const made = `${CSI}${['0', ...partsOf(lookOf(style), setup)].filter((part) => part !== '').join(';')}m`;
    known.set(style, made);
    return made;
  };
}

/** Tones that would vanish on a background of sixteen colours, or without colours. */
const PALE: ReadonlySet<Tone> = new Set(['dim', 'faint', 'track']);

function partsOf(look: Look, setup: PaletteSetup): string[] {
  const { on, bold, underline } = look;
  const { depth, isLight, hasBold, hasBackground } = setup;
  const attributes = [bold && hasBold ? '1' : '', underline ? '4' : ''];
  const shownOn = on === 'selection' || hasBackground ? on : null;
  const isFew = depth === '16' || depth === 'none';
  const tone = isFew && shownOn === 'selection' && PALE.has(look.tone) ? 'text' : look.tone;
  if (depth === 'none')
    return [...attributes, PLAIN[tone] ?? '', shownOn === null ? '' : (PLAIN[shownOn] ?? '')];
  const theme = isLight ? LIGHT : DARK;
  return [
    ...attributes,
    foreground(theme[tone], depth),
    shownOn === null ? '' : background(theme[shownOn], depth),
  ];
}

function foreground([basic, indexed, rgb]: Colour, depth: Depth): string {
  if (indexed === -1) return '';
  if (depth === 'true') return `38;2;${rgb}`;
  // Backgrounds are kept as such in the list; as text they have the colour ten below.
  return depth === '256' ? `38;5;${indexed}` : String(isBackground(basic) ? basic - 10 : basic);
}

function background([basic, indexed, rgb]: Colour, depth: Depth): string {
  if (depth === 'true') return `48;2;${rgb}`;
  return depth === '256' ? `48;5;${indexed}` : String(isBackground(basic) ? basic : basic + 10);
}

const isBackground = (basic: number): boolean => (basic >= 40 && basic <= 47) || basic >= 100;
