/** Titles of alert kinds, for lists of alerts. They are apart from the kinds, whose code the page does not have. */
export const KIND_TITLES = {
  REBOOT: 'Reboot',
  FS_FULL: 'File system full',
  FS_FULL_SOON: 'File system full soon',
  FS_READONLY: 'File system read-only',
  DISK_FAILING: 'Disk failing',
  RAID_DEGRADED: 'RAID degraded',
  POOL_DEGRADED: 'Pool degraded',
  OOM_KILL: 'Out-of-memory kill',
  PORT_DOWN: 'Host or port down',
  WEB_DOWN: 'Web page down',
  CERT_EXPIRES: 'Certificate expires',
  HEARTBEAT_MISSING: 'Heartbeat missing',
  GPU_LOST: 'GPU lost',
  SENSOR_HOT: 'Sensor too hot',
  NET_DOWN: 'Network link lost',
  CLOCK_OFF: 'Clock not synchronized',
  CONTAINER_DOWN: 'Container down',
  CONTAINER_UNHEALTHY: 'Container unhealthy',
  CONTAINER_RESTARTING: 'Container restarting',
  HOST_OFFLINE: 'Server offline',
  HOSTS_OFFLINE: 'Many servers offline',
  UNIT_FAILED: 'Unit failed',
  UNIT_RESTARTING: 'Unit keeps restarting',
  FILE_DAMAGED: 'File of Gander damaged',
  UPDATES_SECURITY: 'Security updates waiting',
  REBOOT_REQUIRED: 'Restart needed',
  BACKUP_OLD: 'Backup too old',
} as const;

export type KindName = keyof typeof KIND_TITLES;

/** Undefined for kinds of a newer agent. */
export const kindTitle = (kind: string): string | undefined =>
  (KIND_TITLES as Readonly<Record<string, string>>)[kind];
