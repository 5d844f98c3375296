/** Output of the program smartctl (package smartmontools), from version 7.0 on, which has JSON. */
import type { RunOutcome } from '../../../core/host.ts';
import { type Attributes, type Attribute, plainAttribute } from './attribute.ts';
import { type Answer, parseAnswer, type AtaRow } from './answer.ts';
import { FAILING_NOW, SMART_STATUS } from '../../../core/smart-words.ts';
import { isNvme, nvmeAttributes } from './nvme.ts';

/** A disk that the scan found. */
export interface Device {
  /** `/dev/sda`. */
  path: string;
  /** Value for the option -d; null: smartctl detects it. */
  type: string | null;
}

export interface SmartDisk {
  /** Model; null: not reported. */
  model: string | null;
  attributes: Attributes;
}

/** Reply about a disk; `disk` null: nothing worth serving. */
type DiskAnswer =
  | { kind: 'disk'; disk: SmartDisk | null }
  | { kind: 'asleep' }
  | { kind: 'denied'; problem: string }
  | { kind: 'failed'; problem: string };

type ScanAnswer = { devices: Device[]; denied: string[] } | { problem: string };

const ANSWERS_IN_TEXT =
  'smartctl did not answer in JSON: version 7.0 or newer of the package smartmontools is needed';
const failureText = (failure: string | null): string => {
  if (failure === null) return ANSWERS_IN_TEXT;
  return failure.includes('not installed') ? `${failure}: install the package smartmontools` : failure;
};
const DENIED = /Permission denied|Operation not permitted/;
const ASLEEP = /\bin (STANDBY|SLEEP|IDLE)/;
/** A word that looks like an option is neither a device nor a type. */
const PATH = /^\/dev\/[\w./:+-]+$/;
const TYPE = /^\w[\w,+/:.[\]-]*$/;

/** Parses the reply to `smartctl --scan-open -j`. */
export function parseScan({ stdout, failure }: RunOutcome): ScanAnswer {
  const answer = parseAnswer(stdout);
  if (answer === null) return { problem: failureText(failure) };
  const found = (answer.devices ?? []).flatMap(({ name: path = '', type = '', open_error: error = null }) =>
    PATH.test(path) ? [{ path, type: TYPE.test(type) ? type : null, error }] : [],
  );
  return {
    devices: found.filter(({ error }) => error === null).map(({ path, type }) => ({ path, type })),
    denied: found.filter(({ error }) => error !== null && DENIED.test(error)).map(({ path }) => path),
  };
}

/** Arguments that ask for everything about a disk, without waking it up. */
export const diskArguments = ({ path, type }: Device): string[] => [
  'smartctl',
  '-j',
  '--all',
  '-n',
  'standby',
  ...(type === null ? [] : ['-d', type]),
  path,
];

const messagesOf = ({ smartctl }: Answer): string =>
  (smartctl?.messages ?? []).flatMap(({ string: text }) => text || []).join('; ');

/** A disk's reply. The exit code's bits include failing disks, so only the data matter. */
export function parseDisk({ stdout, failure }: RunOutcome): DiskAnswer {
  const answer = parseAnswer(stdout);
  if (answer === null) return { kind: 'failed', problem: failureText(failure) };
  const said = messagesOf(answer);
  if (hasData(answer)) return { kind: 'disk', disk: diskOf(answer) };
  if ('power_mode' in answer || ASLEEP.test(said)) return { kind: 'asleep' };
  if (DENIED.test(said)) return { kind: 'denied', problem: said };
  const problem = said.slice(0, 300) || 'smartctl says nothing of it';
  return { kind: 'failed', problem };
}

const hasData = (answer: Answer): boolean =>
  'nvme_smart_health_information_log' in answer ||
  'user_capacity' in answer ||
  'ata_smart_attributes' in answer ||
  'model_name' in answer;

/** Null: no capacity, such as an empty slot. */
function diskOf(answer: Answer): SmartDisk | null {
  const model = answer.model_name ?? answer.scsi_model_name ?? null;
  const status = statusOf(answer);
  if (isNvme(answer)) return { model, attributes: { ...status, ...nvmeAttributes(answer) } };
  if (!answer.user_capacity?.bytes) return null;
  return { model, attributes: { ...status, ...ataAttributes(answer), ...scsiAttributes(answer) } };
}

/** Overall status of a failing disk, under an unused number. Healthy disks do not have it. */
function statusOf(answer: Answer): Attributes {
  if (answer.smart_status?.passed !== false) return {};
  return {
    0: {
      name: SMART_STATUS,
      key: 'smartStatus',
      raw: 'FAILED',
      value: 'FAILED',
      flags: null,
      worst: null,
      threshold: null,
      type: null,
      updated: null,
      when_failed: FAILING_NOW,
    },
  };
}

const WHEN_FAILED: Readonly<Record<string, string>> = { '': '-', now: FAILING_NOW, past: 'In_the_past' };

const ataAttributes = ({ ata_smart_attributes: log }: Answer): Attributes =>
  Object.fromEntries((log?.table ?? []).map((row) => [String(row.id), attributeOf(row)]));

const attributeOf = ({ name = '', flags, when_failed: failed = '', ...row }: AtaRow): Attribute => ({
  name,
  key: name,
  flags: flags?.value ?? null,
  raw: row.raw?.string ?? '',
  value: String(row.value ?? 0).padStart(3, '0'),
  worst: row.worst ?? null,
  threshold: row.thresh ?? null,
  type: flags?.prefailure === true ? 'Pre-fail' : 'Old_age',
  updated: flags?.updated_online === true ? 'Always' : 'Offline',
  when_failed: WHEN_FAILED[failed] ?? failed,
});

const OPERATIONS = ['read', 'write', 'verify'] as const;

/** Only those that the disk reports. */
export function scsiAttributes({
  scsi_grown_defect_list: defects,
  scsi_error_counter_log: log,
}: Answer): Attributes {
  const rows: [key: string, name: string, value: number | undefined][] = [
    ['grownDefects', 'Grown defects', defects],
    ...OPERATIONS.map((operation): [string, string, number | undefined] => [
      `${operation}Uncorrected`,
      `Uncorrected ${operation} errors`,
      log?.[operation]?.total_uncorrected_errors,
    ]),
  ];
  return Object.fromEntries(
    rows.flatMap(([key, name, value], index) =>
      value === undefined ? [] : [[String(index + 1), plainAttribute(key, name, value)]],
    ),
  );
}
