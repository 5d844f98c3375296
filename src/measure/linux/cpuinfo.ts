import { armCpuName } from './arm-cpu.ts';
import { type ByteCursor, bytesOf, eachLine } from './bytes.ts';

interface Cpuinfo {
  /** Model name of the processor; null: not stated. */
  name: string | null;
  /** Speeds of logical cores, in kernel order; empty where not stated. */
  mhz: number[];
  /** Physical cores: the `cpu cores` of each distinct `physical id`, summed; null when not given. */
  physicalCores: number | null;
}

/** Longer ones first. `Model` is the board of ARM, `Model Name` of LoongArch, `cpu` of POWER, `uarch` of RISC-V. */
const NAME_KEYS = ['model name', 'Model Name', 'Model', 'cpu model', 'cpu\t', 'uarch'].map(bytesOf);
/** `CPU MHz` of LoongArch, `clock` of POWER (`3800.000000MHz`), `cpu MHz dynamic` of s390. */
const MHZ_KEYS = ['cpu MHz dynamic', 'cpu MHz', 'CPU MHz', 'clock\t'].map(bytesOf);
const OTHERS = ['physical id', 'cpu cores', 'CPU implementer', 'CPU part'] as const;
const OTHER_KEYS = OTHERS.map(bytesOf);
const COLON = 0x3a;

/** Reads /proc/cpuinfo, which depends on the architecture; missing values are null or empty. */
export function parseCpuinfo(bytes: Uint8Array): Cpuinfo {
  let name: string | null = null;
  let [implementer, part, physicalId] = [-1, -1, 0];
  const mhz: number[] = [];
  const coresOf = new Map<number, number>();
  eachLine(bytes, (cursor) => {
    if (cursor.match(NAME_KEYS) >= 0) {
      name ??= valueOf(cursor) || null;
      return;
    }
    if (cursor.match(MHZ_KEYS) >= 0) {
      if (skipColon(cursor)) mhz.push(cursor.decimal());
      return;
    }
    const key = OTHERS[cursor.match(OTHER_KEYS)];
    if (key === undefined || !skipColon(cursor)) return;
    if (key === 'physical id') physicalId = cursor.integer();
    else if (key === 'cpu cores') coresOf.set(physicalId, cursor.integer());
    else if (key === 'CPU implementer') implementer = readHex(cursor);
    else part = readHex(cursor);
  });
  const physicalCores = [...coresOf.values()].reduce((sum, cores) => sum + cores, 0);
  return { name: name ?? armCpuName(implementer, part), mhz, physicalCores: physicalCores || null };
}

function valueOf(cursor: ByteCursor): string {
  return skipColon(cursor) ? cursor.restOfLine() : '';
}

function skipColon(cursor: ByteCursor): boolean {
  cursor.skipBlanks();
  if (cursor.peek() !== COLON) return false;
  cursor.position += 1;
  return true;
}

/** Reads a number written as `0x41`. */
function readHex(cursor: ByteCursor): number {
  const value = Number(cursor.word());
  return Number.isInteger(value) ? value : -1;
}
