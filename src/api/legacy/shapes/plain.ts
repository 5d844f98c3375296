/** Plugins with fewer or different members in older versions. */
import { members, select, type Shape } from '../shape.ts';
import type { Served } from '../../../core/served.ts';

/** Counters by their increase only. */
export const diskio: Shape = {
  members: members(
    'time_since_update',
    'disk_name',
    'alias',
    'read_count',
    'write_count',
    'read_bytes',
    'write_bytes',
    'key',
  ),
};

export const fs: Shape = {
  members: members('device_name', 'fs_type', 'mnt_point', 'size', 'used', 'free', 'percent', 'key'),
};

export const load: Shape = { members: members('min1', 'min5', 'min15', 'cpucore') };

export const mem: Shape = {
  members: members(
    'total',
    'available',
    'percent',
    'used',
    'free',
    'active',
    'inactive',
    'buffers',
    'cached',
    'shared',
  ),
};

export const processcount: Shape = {
  members: members('total', 'running', 'sleeping', 'thread', 'pid_max'),
};

/** Empty without a default route. */
export const ip: Shape = {
  whole: (value) => (typeof (value as Served)['gateway'] === 'string' ? value : {}),
};

const folderMembers = members('indice', 'path', 'refresh', 'careful', 'warning', 'critical', 'size', 'key');

/** `!` for the size of a folder that cannot be read. */
export const folders: Shape = {
  members: folderMembers,
  entry: (item) => ({ ...select(item, folderMembers), ...(item['errno'] !== 0 && { size: '!' }) }),
};

/** Cards were numbered. */
export const gpu: Shape = {
  numbered: true,
  entry: (item, position) => ({ ...item, gpu_id: position }),
};

/** Null: whether a network is encrypted is unknown. */
export const wifi: Shape = {
  members: members('ssid', ['quality_level', 'signal'], ['quality_link', 'quality'], 'key'),
  entry: ({ ssid, quality_level: signal, quality_link: quality, key }) => ({
    ssid,
    signal,
    quality,
    encrypted: null,
    encryption_type: null,
    key,
  }),
};
