/** Line charts as SVG. */

export interface Line {
  readonly name: string;
  /** In order of the times; null is a gap. */
  readonly values: readonly (number | null)[];
}

export interface Chart {
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

const COLOURS = [
  '#4e9bd8',
  '#e8963c',
  '#5fb36b',
  '#d65f5f',
  '#9a7fd1',
  '#a3785e',
  '#d985bd',
  '#8c8c8c',
  '#b8b545',
  '#4fb9c4',
];
const LEFT = 64;
const TOP = 40;
const BOTTOM = 32;
const LEGEND = 190;
const GRID_LINES = 4;

/** Texts come from the host, such as names of disks and mount points. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff\p{Cs}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');

const round = (value: number): string => String(Math.round(value * 10) / 10);

export function drawChart({ title, times, lines, width, height }: Chart): string {
  const most = niceTop(Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const [first = 0] = times;
  const span = Math.max(1, (times.at(-1) ?? first) - first);
  const [inner, tall] = [Math.max(1, width - LEFT - LEGEND), Math.max(1, height - TOP - BOTTOM)];
  const x = (time: number): number => LEFT + ((time - first) / span) * inner;
  const y = (value: number): number => TOP + tall - (value / most) * tall;
  const paths = lines.map(
    ({ values }, index) =>
      `<path d="${pathOf(values, times, x, y)}" fill="none" stroke="${COLOURS[index % COLOURS.length]}" stroke-width="1.5"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#1b1f24"/>`,
    `<text x="${LEFT}" y="24" fill="#e6e6e6" font-size="16">${escaped(title)}</text>`,
    ...gridOf(most, inner, y),
    `<text x="${LEFT}" y="${height - 10}" fill="#9aa4ad">${clock(first)}</text>`,
    `<text x="${LEFT + inner}" y="${height - 10}" fill="#9aa4ad" text-anchor="end">${clock(times.at(-1) ?? first)}</text>`,
    ...paths,
    ...legendOf(lines, LEFT + inner + 16),
    '</svg>\n',
  ].join('\n');
}

const clock = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

function gridOf(most: number, inner: number, y: (value: number) => number): string[] {
  return Array.from({ length: GRID_LINES + 1 }, (_, index) => (most * index) / GRID_LINES).flatMap(
    (value) => [
      `<line x1="${LEFT}" x2="${LEFT + inner}" y1="${round(y(value))}" y2="${round(y(value))}" stroke="#353c44"/>`,
      `<text x="${LEFT - 8}" y="${round(y(value) + 4)}" fill="#9aa4ad" text-anchor="end">${short(value)}</text>`,
    ],
  );
}

const legendOf = (lines: readonly Line[], x: number): string[] =>
  lines.flatMap(({ name }, index) => [
    `<rect x="${x}" y="${TOP + index * 20}" width="12" height="12" fill="${COLOURS[index % COLOURS.length]}"/>`,
    `<text x="${x + 18}" y="${TOP + 11 + index * 20}" fill="#e6e6e6">${escaped(cut(name))}</text>`,
  ]);

const cut = (name: string): string => (name.length > 24 ? `${name.slice(0, 23)}…` : name);

/** A gap starts a new line. */
function pathOf(
  values: Line['values'],
  times: readonly number[],
  x: (time: number) => number,
  y: (value: number) => number,
): string {
  let isGap = true;
  let path = '';
  for (const [index, value] of values.entries()) {
    if (value !== null) path += `${isGap ? 'M' : 'L'}${round(x(times[index] ?? 0))} ${round(y(value))}`;
    isGap = value === null;
  }
  return path;
}

/** 1, 2 or 5 times a power of ten. */
function niceTop(most: number): number {
  if (!(most > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5].find((step) => step * power >= most) ?? 10) * power;
}

function short(value: number): string {
  const units = ['', 'k', 'M', 'G', 'T', 'P'];
  const index = value < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${Math.round((value / 1000 ** index) * 100) / 100}${units[index]}`;
}
