/** The plugins behind the tables. */
export const TABLE_PLUGINS = {
  processes: 'processlist',
  programs: 'programlist',
  containers: 'containers',
  vms: 'vms',
} as const;

export type TableName = keyof typeof TABLE_PLUGINS;
