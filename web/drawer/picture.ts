/** The chart as an image with title, series, statistics and range. */
import type { Palette } from '../state/palette.ts';

export interface PictureSetup {
  /** One or several, drawn below each other. */
  drawn: readonly HTMLCanvasElement[];
  palette: Palette;
  title: string;
  /** Host and range. */
  about: string;
  lines: readonly { color: string; text: string }[];
}

const FONT = 'system-ui, sans-serif';
const LINE = 20;
const MARGIN = 16;

export function pictureOf({ drawn, palette, title, about, lines }: PictureSetup): HTMLCanvasElement {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(...drawn.map((canvas) => canvas.width)) / ratio;
  const tall = drawn.reduce((sum, canvas) => sum + canvas.height, 0) / ratio;
  const top = MARGIN + 24 + lines.length * LINE + 12;
  const height = top + tall + LINE + MARGIN;
  const picture = document.createElement('canvas');
  picture.width = (width + 2 * MARGIN) * ratio;
  picture.height = height * ratio;
  const context = picture.getContext('2d');
  if (context === null) return picture;
  context.scale(ratio, ratio);
  context.fillStyle = palette.background;
  context.fillRect(0, 0, width + 2 * MARGIN, height);
  const write = (text: string, left: number, baseline: number, font: string, color: string): void => {
    context.font = `${font} ${FONT}`;
    context.fillStyle = color;
    context.fillText(text, left, baseline, width);
  };
  write(title, MARGIN, MARGIN + 14, '650 15px', palette.text);
  lines.forEach(({ color, text }, index) => {
    const baseline = MARGIN + 24 + (index + 1) * LINE - 5;
    context.fillStyle = color;
    context.fillRect(MARGIN, baseline - 6, 10, 3);
    write(text, MARGIN + 18, baseline, '12px', palette.text);
  });
  let y = top;
  for (const canvas of drawn) {
    context.drawImage(canvas, MARGIN, y, canvas.width / ratio, canvas.height / ratio);
    y += canvas.height / ratio;
  }
  write(about, MARGIN, height - MARGIN, '12px', palette.faint);
  return picture;
}
