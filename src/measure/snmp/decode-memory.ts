/** Memory, swap space and file systems. */
import { type Answers, numberAt, rowsOf, textAt, toPercent } from './answers.ts';
import { COLUMN, OID, STORAGE } from './oids.ts';
import type { SnmpItem } from './reading.ts';

/** UCD-SNMP-MIB counts in KiB. */
const bytesAt = (answers: Answers, oid: string): number | null => {
  const kibibytes = numberAt(answers, oid);
  return kibibytes === null ? null : kibibytes * 1024;
};

export function decodeMem(answers: Answers): SnmpItem | null {
  const total = bytesAt(answers, OID.memTotalReal);
  const free = bytesAt(answers, OID.memAvailReal);
  if (total === null || free === null || total === 0) return memoryOfStorage(answers);
  const buffers = bytesAt(answers, OID.memBuffer);
  const cached = bytesAt(answers, OID.memCached);
  const shared = bytesAt(answers, OID.memShared);
  const available = bytesAt(answers, OID.memSysAvail) ?? free + (buffers ?? 0) + (cached ?? 0);
  return {
    total,
    available,
    percent: toPercent(total - available, total),
    used: total - available,
    free,
    ...(buffers !== null && { buffers }),
    ...(cached !== null && { cached }),
    ...(shared !== null && { shared }),
  };
}

/** Agents without UCD-SNMP-MIB. */
function memoryOfStorage(answers: Answers): SnmpItem | null {
  const memory = storages(answers).find(({ type }) => type === STORAGE.memory);
  if (memory === undefined) return null;
  const { size: total, used } = memory;
  const free = total - used;
  return { total, available: free, percent: toPercent(used, total), used, free };
}

export function decodeMemswap(answers: Answers): SnmpItem | null {
  const total = bytesAt(answers, OID.memTotalSwap);
  const free = bytesAt(answers, OID.memAvailSwap);
  if (total === null || free === null) return swapOfStorage(answers);
  const used = total - free;
  return { total, used, free, percent: toPercent(used, total) };
}

function swapOfStorage(answers: Answers): SnmpItem | null {
  const swap = storages(answers).find(
    ({ type, description }) => type === STORAGE.virtual && /swap/i.test(description),
  );
  return (
    (swap && {
      total: swap.size,
      used: swap.used,
      free: swap.size - swap.used,
      percent: toPercent(swap.used, swap.size),
    }) ??
    null
  );
}

/** Kernel interfaces and folders in memory are no disks, whatever the agent calls them. */
const NO_DISK = /^\/(dev|proc|run|sys)(\/|$)/;

/** Disks by mount point. Root's reserve counts as free: SNMP does not distinguish it. */
export function decodeFs(answers: Answers): SnmpItem[] {
  const seen = new Set<string>();
  return storages(answers).flatMap(({ type, description, size, used }) => {
    if (!STORAGE.disks.includes(type) || size === 0 || NO_DISK.test(description) || seen.has(description))
      return [];
    seen.add(description);
    return {
      key: 'mnt_point',
      device_name: '',
      fs_type: '',
      mnt_point: description,
      options: '',
      size,
      used,
      free: size - used,
      percent: toPercent(used, size),
    };
  });
}

interface Storage {
  type: string;
  description: string;
  size: number;
  used: number;
}

/** Rows of hrStorageTable that make sense, in bytes. */
function storages(answers: Answers): Storage[] {
  return rowsOf(answers, COLUMN.storageSize).flatMap((row) => {
    const unit = numberAt(answers, `${COLUMN.storageUnits}.${row}`);
    const size = unsignedAt(answers, `${COLUMN.storageSize}.${row}`);
    const used = unsignedAt(answers, `${COLUMN.storageUsed}.${row}`);
    const type = textAt(answers, `${COLUMN.storageType}.${row}`);
    const description = textAt(answers, `${COLUMN.storageDescr}.${row}`);
    if (unit === null || size === null || used === null || type === null || description === null) return [];
    return { type, description, size: size * unit, used: used * unit };
  });
}

/** Integers of 31 bits that agents let run into the sign. */
function unsignedAt(answers: Answers, oid: string): number | null {
  const value = answers.get(oid);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < -(2 ** 31)) return null;
  return value < 0 ? value + 2 ** 32 : value;
}
