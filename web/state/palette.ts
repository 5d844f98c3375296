/** Style sheet colours for canvases. Read again when the theme changes. */
import { shallowRef, type ShallowRef } from 'vue';

export interface Palette {
  line: string;
  fill: string;
  second: string;
  track: string;
  text: string;
  faint: string;
  background: string;
  careful: string;
  warning: string;
  critical: string;
}

export interface PaletteSource {
  readonly palette: Readonly<ShallowRef<Palette>>;
  /** Reads the colours again. */
  update(): void;
}

export function createPalette(page: Document): PaletteSource {
  const read = (): Palette => {
    const style = getComputedStyle(page.documentElement);
    const of = (name: string): string => style.getPropertyValue(name).trim();
    return {
      line: of('--series-1'),
      fill: of('--series-1'),
      second: of('--series-2'),
      track: of('--track'),
      text: of('--text'),
      faint: of('--faint'),
      background: of('--bg'),
      careful: of('--careful'),
      warning: of('--warning'),
      critical: of('--critical'),
    };
  };
  const palette = shallowRef(read());
  return { palette, update: () => (palette.value = read()) };
}
