/** The plugins behind the tables. */
import type { TableName } from '../state/view.ts';

export const TABLE_PLUGINS: Readonly<
  Record<TableName, 'processlist' | 'programlist' | 'containers' | 'vms'>
> = {
  processes: 'processlist',
  programs: 'programlist',
  containers: 'containers',
  vms: 'vms',
};
