/** Where the cells of a core map lie: one row per core, one column per sample; many cores stand in several blocks. Few are bars. */

export interface MapLayout {
  blocks: number;
  /** Rows of each block. */
  rows: number;
  /** Samples of each block. */
  columns: number;
  /** Sizes of a cell in CSS pixels, gap included. */
  cellWidth: number;
  cellHeight: number;
  /** From one block to the next. */
  blockWidth: number;
}

/** A row has at least this many pixels. */
const MIN_ROW = 3;
const MAX_ROW = 26;
const BLOCK_GAP = 6;
const COLUMN = 4;
/** Samples a block shows at least; rows get thinner before there are fewer. */
const MIN_COLUMNS = 6;

export function mapLayout(cores: number, width: number, height: number): MapLayout {
  const fewest = Math.max(1, Math.ceil((cores * MIN_ROW) / Math.max(1, height)));
  const most = Math.max(1, Math.floor((width + BLOCK_GAP) / (MIN_COLUMNS * COLUMN + BLOCK_GAP)));
  const blocks = Math.min(fewest, most, Math.max(1, cores));
  const rows = Math.max(1, Math.ceil(cores / blocks));
  const blockWidth = (width + BLOCK_GAP) / blocks;
  const columns = Math.max(1, Math.floor((blockWidth - BLOCK_GAP) / COLUMN));
  return {
    blocks,
    rows,
    columns,
    cellWidth: COLUMN,
    cellHeight: Math.min(MAX_ROW, height / rows),
    blockWidth,
  };
}

/** Shade of a load from 0 to 100, as an opacity: small loads differ more than large ones. */
export const shadeOf = (load: number): number => 0.08 + 0.92 * Math.min(1, Math.max(0, load / 100)) ** 0.75;

/** Rows of shades say little about so few cores: they are bars. */
export const MOST_BARS = 4;
const BAR = 12;
const BAR_GAP = 8;

export interface CoreBar {
  readonly top: number;
  readonly height: number;
  /** Of the load, in CSS pixels. */
  readonly length: number;
}

/** A bar of each core, its length the load from 0 to 100, in the middle of the height. */
export function coreBars(loads: readonly number[], width: number, height: number): CoreBar[] {
  const each = Math.min(BAR + BAR_GAP, height / Math.max(1, loads.length));
  const high = Math.min(BAR, each * 0.6);
  const above = (height - each * loads.length + each - high) / 2;
  return loads.map((load, index) => ({
    top: above + index * each,
    height: high,
    length: width * (Math.min(100, Math.max(0, load || 0)) / 100),
  }));
}
