/** The cores: one character each for the load, or one bar each. */
import type { Region } from '../screen/region.ts';
import { type Style, styleOf, type Tone } from '../screen/style.ts';
import { FAINT, levelStyle, TITLE, type Ui } from '../state/ui.ts';
import { drawBar } from './bar.ts';
import { shadeOf } from './sparkline.ts';
import { t } from '../../display/language.ts';

const LABEL = 8;
const BAR_WIDTH = 22;
const GAP = 2;
/** Of a percentage, with a blank. */
const DIGITS = 6;
const MOST_LINES = 4;

/** Lines that the map takes. */
export function coreLines(ui: Ui, width: number, height: number): number {
  const { hidden, percpu } = ui.view.preferences;
  const count = ui.source.latest('percpu')?.length ?? 0;
  // One core is the CPU itself.
  if (count < 2 || hidden.has('quicklook') || height < 16) return 0;
  const most = height < 30 ? 1 : MOST_LINES;
  if (!percpu) return Math.min(most, Math.ceil(count / Math.max(1, width - LABEL)));
  const lines = Math.max(2, Math.floor(height / 5));
  return Math.min(lines, Math.ceil(count / columnsFor(width, BAR_WIDTH)));
}

const columnsFor = (width: number, cell: number): number =>
  Math.max(1, Math.floor((width + GAP) / (cell + GAP)));

export function drawCores(ui: Ui, region: Region): void {
  if (region.height === 0) return;
  const loads = (ui.source.latest('percpu') ?? []).map(({ total }) => total ?? Number.NaN);
  if (ui.view.preferences.percpu) drawBars(ui, region, loads);
  else drawMap(ui, region, loads);
}

/** With more cores than cells, each cell shows the busiest of its cores. */
function drawMap(ui: Ui, region: Region, loads: readonly number[]): void {
  region.text(0, 0, t('Cores'), TITLE);
  const width = region.width - LABEL;
  const each = Math.max(1, Math.ceil(loads.length / (width * region.height)));
  for (let index = 0; index * each < loads.length; index += 1) {
    const load = Math.max(...loads.slice(index * each, (index + 1) * each));
    region.put(
      LABEL + (index % width),
      Math.floor(index / width),
      shadeOf(load, 100, ui.glyphs),
      loadStyle(load),
    );
  }
}

/** A busy core is no problem: its colour shows load, not a level. */
const loadStyle = (load: number): Style => {
  const shade = Math.min(7, Math.max(3, Math.round(((Number.isNaN(load) ? 0 : load) / 100) * 7)));
  return styleOf(`shade${shade}` as Tone);
};

function drawBars(ui: Ui, region: Region, loads: readonly number[]): void {
  const digits = String(loads.length - 1).length;
  const columns = Math.min(
    columnsFor(region.width, digits + DIGITS),
    Math.ceil(loads.length / region.height),
  );
  const width = Math.floor((region.width + GAP) / columns) - GAP;
  loads.slice(0, columns * region.height).forEach((load, index) => {
    // Column by column.
    const x = Math.floor(index / region.height) * (width + GAP);
    const cell = region.part({ x, y: index % region.height, width, height: 1 });
    cell.right(digits, 0, String(index), FAINT);
    cell.right(width, 0, ui.show(load, 'percent').digits, levelStyle(null));
    const bar = width - digits - DIGITS - 1;
    drawBar(ui, cell.part({ x: digits + 1, y: 0, width: bar, height: 1 }), load / 100, loadStyle(load));
  });
}
