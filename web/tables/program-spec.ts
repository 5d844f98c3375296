/** The program table: processes grouped by name. */
import type { Program } from '../api/types.ts';
import { byMemory, cpuShare, programColumns, SEVERAL } from '../../src/show/display/process-columns.ts';
import { columnsOf, type TableSpec } from './column.ts';
import { type ColumnHelp, type Hog, RULES, runningLooks } from './process-columns.ts';
import { t } from '../../src/show/display/language.ts';

/** @param cores of the host */
export const programSpec = (
  help: ColumnHelp,
  cores: number,
  hog: Hog<Program> | null,
): TableSpec<Program> => ({
  label: t('Programs'),
  columns: columnsOf<Program>(help.show, programColumns(cpuShare(help.preferences.perMachine, cores)), {
    ...runningLooks(help, cores, hog),
    nprocs: { width: 46 },
    name: {
      width: 'rest',
      title: ({ name }) => name,
      sub: ({ nprocs, username }) =>
        [
          t('{nprocs} {nprocs|process|processes}', { nprocs }),
          username === SEVERAL ? t('several users') : username,
        ]
          .filter(Boolean)
          .join(' · '),
      class: 'mono',
    },
  }),
  rules: RULES,
  tie: byMemory,
  standard: 'cpu_percent',
  narrow: ['name', 'cpu_percent', 'memory_percent'],
  keyOf: ({ name }) => name,
});
