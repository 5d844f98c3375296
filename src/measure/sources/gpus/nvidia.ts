import type { Reason } from '../../../core/said.ts';
import type { Host, NvmlAnswer, NvmlCard } from '../../../core/host.ts';
import type { Gpu } from './card.ts';
import { readJetson } from './jetson.ts';

type Notice = (topic: string, reason: Reason | null) => void;

interface NvidiaReader {
  read(): Promise<Gpu[]>;
  /** Why the last reading may lack cards: the driver has not answered yet and may be starting. */
  readonly awaited: string | null;
}

/** Cards, or why there are none; no reason without any NVIDIA parts. */
interface Found {
  cards: NvmlCard[] | null;
  reason: string | null;
  isLate?: boolean;
}

const LIBRARY_MS = 1000;
/** Delay after a failed program. */
const PROGRAM_RETRY_MS = 60_000;
const DRIVER = '/proc/driver/nvidia/version';
const TOPIC = 'nvidia';

/**
 * NVIDIA cards, from the library, otherwise from nvidia-smi where it can work. When the driver hangs, cards stay listed without
 * values.
 */
export function createNvidiaReader(host: Host, notice: Notice): NvidiaReader {
  let known: NvmlCard[] = [];
  let awaited: string | null = null;
  let program: { found: Found; until: number } | null = null;

  const askProgram = async (): Promise<Found> => {
    const now = host.clock.monotonic();
    if (program !== null && now < program.until) return program.found;
    const answer = await runNvidiaSmi(host);
    if ('cards' in answer) return { cards: answer.cards, reason: null };
    const found = { cards: null, reason: answer.reason };
    program = { found, until: now + PROGRAM_RETRY_MS };
    return found;
  };

  const find = async (): Promise<Found> => {
    const hasDriver = host.readText(DRIVER) !== null;
    // Recordings and mounted roots are independent of local installations.
    if (!host.isLocal && !hasDriver) return { cards: [], reason: null };
    const answer = await host.nvml(LIBRARY_MS);
    if (answer.state === 'ok') return { cards: answer.cards, reason: null };
    const mayRun = answer.state === 'unusable' || (answer.state === 'absent' && hasDriver);
    if (!mayRun) return withoutProgram(answer);
    const found = await askProgram();
    return found.cards === null ? { cards: null, reason: `${answer.reason}, and ${found.reason}` } : found;
  };

  return {
    get awaited() {
      return awaited;
    },
    async read() {
      const { cards, reason, isLate = false } = await find();
      awaited = isLate ? reason : null;
      if (cards !== null) known = cards;
      const gpus = (cards ?? known.map(withoutValues)).map(gpuOf);
      const problems = known.flatMap(({ problem }, index) =>
        problem === null ? [] : [`nvidia${index}: ${problem}`],
      );
      notice(TOPIC, reason ?? (problems.length === 0 ? null : problems.join('; ')));
      return completed(gpus, host);
    },
  };
}

function withoutProgram(answer: Exclude<NvmlAnswer, { state: 'ok' }>): Found {
  return answer.state === 'absent'
    ? { cards: [], reason: null }
    : { cards: null, reason: answer.reason, isLate: answer.state === 'late' };
}

const withoutValues = ({ name }: NvmlCard): NvmlCard => ({
  name,
  memoryUsed: null,
  memoryTotal: null,
  utilization: null,
  temperature: null,
  fanSpeed: null,
  problem: null,
});

function gpuOf(card: NvmlCard, index: number): Gpu {
  const { memoryUsed, memoryTotal } = card;
  const hasMemory = memoryUsed !== null && memoryTotal !== null && memoryTotal > 0;
  return {
    id: `nvidia${index}`,
    name: card.name ?? 'NVIDIA',
    proc: card.utilization,
    mem: hasMemory ? (memoryUsed * 100) / memoryTotal : null,
    temperature: card.temperature,
    fanSpeed: card.fanSpeed,
  };
}

/** For Tegra's integrated GPU the kernel complements or replaces the library. */
function completed(gpus: Gpu[], host: Host): Gpu[] {
  const jetson = readJetson(host);
  const own = gpus.find(({ name }) => /nvgpu/i.test(name)) ?? gpus[0];
  if (jetson === null) return gpus;
  if (own === undefined) return [{ id: 'nvidia0', name: 'NVIDIA', mem: null, fanSpeed: null, ...jetson }];
  own.proc ??= jetson.proc;
  own.temperature ??= jetson.temperature;
  return gpus;
}

const FIELDS = ['memory.used', 'memory.total', 'utilization.gpu', 'temperature.gpu', 'fan.speed'] as const;
const ARGV = [
  'nvidia-smi',
  `--query-gpu=index,name,${FIELDS.join(',')}`,
  '--format=csv,noheader,nounits',
] as const;
/** It takes seconds if it must start the driver. */
const LIMITS = { timeoutMs: 5000, maxBytes: 64 * 1024 };
const MIB = 1024 ** 2;

type SmiAnswer = { cards: NvmlCard[] } | { reason: string };

async function runNvidiaSmi(host: Host): Promise<SmiAnswer> {
  const { code, stdout, stderr, failure } = await host.run(ARGV, LIMITS);
  if (failure !== null) return { reason: failure };
  if (code === 0) return { cards: readSmiCsv(stdout) };
  const [said = ''] = `${stderr}\n${stdout}`.trim().split('\n');
  return { reason: `nvidia-smi failed: ${said.slice(0, 200)}` };
}

/** Cards from a table of index, name and FIELDS; memory in MiB. `[N/A]` and similar are null, other lines are skipped. */
export function readSmiCsv(csv: string): NvmlCard[] {
  return csv
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()))
    .filter((cells) => cells.length >= FIELDS.length + 2 && /^\d+$/.test(cells[0] ?? ''))
    .sort(([a], [b]) => Number(a) - Number(b))
    .map((cells) => {
      const [used = null, total = null, utilization = null, temperature = null, fanSpeed = null] = cells
        .slice(-FIELDS.length)
        .map(numberOf);
      const name = cells.slice(1, -FIELDS.length).join(', ');
      return {
        name: name === '' || name.startsWith('[') ? null : name,
        memoryUsed: used === null ? null : used * MIB,
        memoryTotal: total === null ? null : total * MIB,
        utilization,
        temperature,
        fanSpeed,
        problem: null,
      };
    });
}

const numberOf = (cell: string): number | null => (/^\d{1,12}(\.\d+)?$/.test(cell) ? Number(cell) : null);
