/** Columns that page and terminal share, as cells. */
import type { ServedMember } from '../../../core/served.ts';
import { t } from '../../display/language.ts';
import type { Level } from '../../display/levels.ts';
import { type TableColumn, withLooks } from '../../display/table-column.ts';
import type { Kind } from '../../display/units.ts';
import type { Style } from '../screen/style.ts';
import { DIM, FAINT, levelStyle, type Ui } from '../state/ui.ts';
import type { Column } from './column.ts';

/** What the declaration of a column leaves to the terminal. */
export interface Look<T> extends Partial<Pick<Column<T>, 'keep' | 'text' | 'style' | 'lead' | 'tail'>> {
  readonly width: number;
  /** Of values that are noteworthy; default: dim. */
  readonly tone?: Style;
  readonly level?: (row: T) => Level | null;
}

/** `1.23G`: the first letter of the unit is enough below a heading. */
function short(ui: Ui, value: ServedMember, kind: Kind): string {
  const { digits, unit } = ui.show(value, kind);
  const letter = unit.charAt(0);
  return /[kKMGTPEZY]/.test(letter) ? digits + letter.toUpperCase() : digits;
}

const textOf =
  <T>(ui: Ui, { kind, cell }: TableColumn<T>) =>
  (row: T): string => {
    const value = cell(row);
    return kind === undefined ? (value?.toString() ?? '') : short(ui, value, kind);
  };

export const columnsOf = <T>(
  ui: Ui,
  columns: readonly TableColumn<T>[],
  looks: Readonly<Record<string, Look<T>>>,
): Column<T>[] =>
  withLooks(columns, looks, (column, { tone = DIM, level, ...look }): Column<T> => ({
    key: column.key,
    heading: column.short ?? t(column.heading),
    align: column.align ?? 'left',
    keep: column.keep,
    sort: column.sort,
    first: column.first ?? 'desc',
    text: textOf(ui, column),
    style: (row) => levelStyle(level?.(row) ?? null, column.isZero?.(row) === true ? FAINT : tone),
    ...look,
  }));
