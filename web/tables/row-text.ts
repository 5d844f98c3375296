/** A table row as tab-separated headings and values, for spreadsheets. */
import { NOTHING, type FormattedValue } from '../../src/show/display/digits.ts';
import { printable } from '../../src/show/display/printable.ts';
import type { Column } from './column.ts';
import { t } from '../../src/show/display/language.ts';

const textOf = (value: string | FormattedValue | null | undefined): string =>
  typeof value === 'object' && value !== null ? `${value.digits} ${value.unit}`.trim() : (value ?? NOTHING);

export function rowText<T>(columns: readonly Column<T>[], row: T): string {
  const values = columns.map(({ lead, text, tail }) =>
    printable(
      [`${lead?.(row) ?? ''}${textOf(text(row))}`, tail?.(row) ?? ''].filter(Boolean).join(' '),
      20_000,
    ).replaceAll(/\s+/g, ' '),
  );
  return `${columns.map(({ heading }) => t(heading)).join('\t')}\n${values.join('\t')}`;
}
