/** One row of comma-separated values, RFC 4180: cells with commas, quotes or line ends are quoted. */
export const csvRow = (cells: readonly string[]): string => cells.map(csvCell).join(',');

const csvCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
