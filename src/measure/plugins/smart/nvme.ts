/** Health of NVMe disks, as attributes at fixed places. */
import { type Attributes, plainAttribute } from './attribute.ts';
import type { Json } from '../../../core/served.ts';
import type { Answer } from './answer.ts';

/** A unit of the log is 1000 blocks of 512 bytes (NVM Express Base Specification, SMART / Health Information). */
const UNIT_BYTES = 512_000;

type Find = (disk: Answer) => Json;
type Logged = keyof NonNullable<Answer['nvme_smart_health_information_log']>;

const logged =
  (field: Logged): Find =>
  ({ nvme_smart_health_information_log: log }) =>
    log?.[field] ?? null;
const bytes =
  (field: Logged): Find =>
  ({ nvme_smart_health_information_log: log }) => {
    const units = log?.[field];
    return units === undefined ? null : units * UNIT_BYTES;
  };

const ROWS: readonly (readonly [key: string, name: string, find: Find])[] = [
  ['criticalWarning', 'Number of critical warnings', logged('critical_warning')],
  ['_temperature', 'Temperature (°C)', logged('temperature')],
  ['availableSpare', 'Available spare (%)', logged('available_spare')],
  ['availableSpareThreshold', 'Available spare threshold (%)', logged('available_spare_threshold')],
  ['percentageUsed', 'Percentage used (%)', logged('percentage_used')],
  ['dataUnitsRead', 'Data units read', logged('data_units_read')],
  ['bytesRead', 'Bytes read', bytes('data_units_read')],
  ['dataUnitsWritten', 'Data units written', logged('data_units_written')],
  ['bytesWritten', 'Bytes written', bytes('data_units_written')],
  ['hostReadCommands', 'Host read commands', logged('host_reads')],
  ['hostWriteCommands', 'Host write commands', logged('host_writes')],
  ['controllerBusyTime', 'Controller busy time (min)', logged('controller_busy_time')],
  ['powerCycles', 'Power cycles', logged('power_cycles')],
  ['powerOnHours', 'Power-on hours', logged('power_on_hours')],
  ['unsafeShutdowns', 'Unsafe shutdowns', logged('unsafe_shutdowns')],
  ['integrityErrors', 'Integrity errors', logged('media_errors')],
  ['errorEntries', 'Error log entries', logged('num_err_log_entries')],
  ['warningTemperatureTime', 'Warning temperature time (min)', logged('warning_temp_time')],
  ['criticalTemperatureTime', 'Critical temperature time (min)', logged('critical_comp_time')],
  ['_logical_sector_size', 'Logical sector size', (disk) => disk.logical_block_size ?? null],
  ['_physical_sector_size', 'Physical sector size', (disk) => disk.physical_block_size ?? null],
  ['errors', 'Errors', (disk) => disk.nvme_error_information_log?.table ?? []],
  ['tests', 'Self-tests', (disk) => disk.nvme_self_test_log?.table ?? []],
];

export const isNvme = (disk: Answer): boolean =>
  'nvme_smart_health_information_log' in disk || disk.device?.protocol === 'NVMe';

export const nvmeAttributes = (disk: Answer): Attributes =>
  Object.fromEntries(
    ROWS.map(([key, name, find], index) => [String(index + 1), plainAttribute(key, name, find(disk))]),
  );
