/** Layout of a core map: a row per core, a column per sample, in several blocks for many cores. Few cores are bars. */

export interface MapLayout {
  blocks: number;
  /** Rows per block. */
  rows: number;
  /** Samples per block. */
  columns: number;
  /** Cell size in CSS pixels, including the gap. */
  cellWidth: number;
  cellHeight: number;
  /** Distance of blocks. */
  blockWidth: number;
}

/** Minimum row height in pixels. */
const MIN_ROW = 3;
const MAX_ROW = 26;
const BLOCK_GAP = 6;
const COLUMN = 4;
/** Minimum samples per block; rows get thinner first. */
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

/** Opacity of a load from 0 to 100; small loads differ more. */
export const shadeOf = (load: number): number => 0.08 + 0.92 * Math.min(1, Math.max(0, load / 100)) ** 0.75;

/** Up to this many cores are bars. */
export const MOST_BARS = 4;
const BAR = 12;
const BAR_GAP = 8;

export interface CoreBar {
  readonly top: number;
  readonly height: number;
  /** Length for a load, in CSS pixels. */
  readonly length: number;
}

/** A bar per core, vertically centred; length is the load from 0 to 100. */
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
