/** The program table: processes grouped by name. */
import type { Program } from '../api/types.ts';
import type { Column, TableSpec } from './column.ts';
import {
  byMemory,
  type ColumnHelp,
  cpuColumns,
  type Hog,
  ioColumns,
  memoryColumns,
  ownerColumns,
  RULES,
} from './process-columns.ts';
import { t } from '../../src/show/display/language.ts';

const countColumn: Column<Program> = {
  key: 'nprocs',
  heading: 'Proc',
  hint: 'Processes',
  width: 46,
  align: 'right',
  keep: 1,
  sort: ({ nprocs }) => nprocs,
  text: ({ nprocs }) => String(nprocs),
  isZero: ({ nprocs }) => nprocs === 1,
};

const nameColumn: Column<Program> = {
  key: 'name',
  heading: 'Program',
  hint: 'Name of the program',
  width: 'rest',
  keep: 0,
  sort: ({ name }) => name,
  first: 'asc',
  text: ({ name }) => name || '(no name)',
  title: ({ name }) => name,
  sub: ({ nprocs, username }) =>
    [t('{nprocs} {nprocs|process|processes}', { nprocs }), username === '_' ? t('several users') : username]
      .filter(Boolean)
      .join(' · '),
  class: 'mono',
};

/** @param cores of the host */
export const programSpec = (
  help: ColumnHelp,
  cores: number,
  hog: Hog<Program> | null,
): TableSpec<Program> => ({
  label: t('Programs'),
  columns: [
    ...cpuColumns(help, cores, hog),
    ...memoryColumns(help),
    countColumn,
    ...ownerColumns(help),
    ...ioColumns(help),
    nameColumn,
  ],
  rules: RULES,
  tie: byMemory,
  standard: 'cpu_percent',
  narrow: ['name', 'cpu_percent', 'memory_percent'],
  keyOf: ({ name }) => name,
});
