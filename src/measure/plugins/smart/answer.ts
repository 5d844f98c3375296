/** JSON of the program smartctl. */
import { parsedJson } from '../../../core/parsed-json.ts';
import { adopt } from '../../../core/adopt.ts';
import type { Json } from '../../../core/served.ts';
import {
  flag,
  flags,
  listOf,
  loose,
  mapOf,
  number,
  numbers,
  type Shape,
  texts,
  type TypeOf,
} from '../../../core/shape.ts';

const ANY: Shape<Json> = {};
/** Its entries are served as they are. */
const LOG = loose({ table: listOf(mapOf('By member.', ANY)) });
const ERRORS = loose(numbers('total_uncorrected_errors'));

const ROW = loose(
  {
    id: number(),
    ...texts('name', 'when_failed'),
    ...numbers('value', 'worst', 'thresh'),
    flags: loose({ value: number(), ...flags('prefailure', 'updated_online') }),
    raw: loose(texts('string')),
  },
  ['id'],
);
export type AtaRow = TypeOf<typeof ROW>;

const NVME_HEALTH = loose({
  ...numbers('critical_warning', 'temperature', 'available_spare', 'available_spare_threshold'),
  ...numbers('percentage_used', 'data_units_read', 'data_units_written', 'host_reads', 'host_writes'),
  ...numbers('controller_busy_time', 'power_cycles', 'power_on_hours', 'unsafe_shutdowns', 'media_errors'),
  ...numbers('num_err_log_entries', 'warning_temp_time', 'critical_comp_time'),
});

const ANSWER = loose({
  devices: listOf(loose(texts('name', 'type', 'open_error'))),
  smartctl: loose({ messages: listOf(loose(texts('string'))) }),
  power_mode: ANY,
  device: loose(texts('protocol')),
  ...texts('model_name', 'scsi_model_name'),
  user_capacity: loose(numbers('bytes')),
  smart_status: loose({ passed: flag() }),
  ata_smart_attributes: loose({ table: listOf(ROW) }),
  ...numbers('scsi_grown_defect_list', 'logical_block_size', 'physical_block_size'),
  scsi_error_counter_log: loose({ read: ERRORS, write: ERRORS, verify: ERRORS }),
  nvme_smart_health_information_log: NVME_HEALTH,
  nvme_error_information_log: LOG,
  nvme_self_test_log: LOG,
});
export type Answer = TypeOf<typeof ANSWER>;

const answerIn = adopt(ANSWER);

/** Null: not a JSON object. */
export const parseAnswer = (output: string): Answer | null => answerIn(parsedJson(output));
