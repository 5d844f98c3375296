import { CORES, counted, range, sum } from './model.ts';
import type { Step } from './model.ts';

/** One line of `/proc/interrupts`. */
interface Source {
  label: string;
  /** Text after the columns. */
  text: string;
  /** Counts of each core at step 1; a single one for the lines that are not kept per core. */
  first: number[];
  /** The increase at step 2: on one core, or spread evenly. */
  increase: number;
  core: number | 'all';
}

const NUMBERED = 512;

/** `/proc/interrupts`, in the layout of kernel/irq/proc.c. Increases add up to 60,000. */
export function composeInterrupts(step: Step): string {
  const header = `           ${range(CORES)
    .map((core) => `CPU${String(core).padEnd(8)}`)
    .join('')}`;
  const rows = listSources().map((source) => {
    const columns = countsAt(step, source).map((count) => ` ${String(count).padStart(10)}`);
    return `${source.label.padStart(3)}:${columns.join('')}${source.text}`;
  });
  return `${[header, ...rows].join('\n')}\n`;
}

/** Numbers of the `intr` line of `/proc/stat`: the total, then one per numbered interrupt. */
export function interruptTotals(step: Step): number[] {
  const totals = new Map(listSources().map((source) => [source.label, sum(countsAt(step, source))]));
  return [sum([...totals.values()]), ...range(NUMBERED).map((number) => totals.get(String(number)) ?? 0)];
}

function countsAt(step: Step, { first, increase, core }: Source): number[] {
  if (core === 'all') return first.map((count) => counted(step, count, increase / first.length));
  return first.map((count, index) => counted(step, count, index === core ? increase : 0));
}

function listSources(): Source[] {
  return [...listDevices(), ...listArchitecture()];
}

function listDevices(): Source[] {
  return [
    device(8, 'IO-APIC', '8', 'rtc0', 1, 0),
    device(9, 'IO-APIC', '9', 'acpi', 0, 0),
    device(24, 'PCI-MSI-0000:00:1f.2', '0', 'ahci[0000:00:1f.2]', 4_567_890, 4000),
    ...range(16).map((n) => queue(32 + n, 'nvme0q', n + 1, [10_000][n] ?? 0)),
    ...range(8).map((n) => queue(64 + n, 'eno1-TxRx-', n, [8000, 6000][n] ?? 0)),
    ...range(8).map((n) => queue(80 + n, 'eno2-TxRx-', n, 0)),
    ...range(8).map((n) => queue(96 + n, 'enp65s0f0np0-', n, [1000][n] ?? 0)),
  ];
}

function queue(number: number, prefix: string, index: number, increase: number): Source {
  const port = String(number % 16);
  return device(
    number,
    `PCI-MSIX-0000:${number}:00.0`,
    port,
    `${prefix}${index}`,
    number * 1_000_003,
    increase,
  );
}

/** An interrupt that one core alone has served. */
function device(
  number: number,
  chip: string,
  line: string,
  name: string,
  first: number,
  increase: number,
): Source {
  const core = number % CORES;
  const text = ` ${chip.padStart(8)} ${line.padStart(3)}-${'edge'.padEnd(8)}  ${name}`;
  return {
    label: String(number),
    text,
    first: range(CORES).map((n) => (n === core ? first : 0)),
    increase,
    core,
  };
}

function listArchitecture(): Source[] {
  const everywhere = (label: string, text: string, first: number, increase: number): Source => ({
    label,
    text: `   ${text}`,
    first: range(CORES).map((core) => first + core * 17),
    increase,
    core: 'all',
  });
  return [
    everywhere('NMI', 'Non-maskable interrupts', 1200, 0),
    everywhere('LOC', 'Local timer interrupts', 245_678_901, 25_600),
    everywhere('RES', 'Rescheduling interrupts', 4_567_890, 3200),
    everywhere('CAL', 'Function call interrupts', 2_345_678, 1600),
    everywhere('TLB', 'TLB shootdowns', 345_678, 576),
    { label: 'ERR', text: '', first: [24], increase: 24, core: 0 },
    { label: 'MIS', text: '', first: [0], increase: 0, core: 0 },
  ];
}
