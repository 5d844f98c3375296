import type { Host, NvmlAnswer, NvmlCard } from '../../../core/host.ts';
import type { Gpu } from './card.ts';
import { readJetson } from './jetson.ts';
import { runNvidiaSmi } from './nvidia-smi.ts';

type Notice = (topic: string, text: string | null) => void;

export interface NvidiaReader {
  read(): Promise<Gpu[]>;
  /** Why the last reading may lack cards that there are: the driver, which may be starting, has not answered yet. */
  readonly awaited: string | null;
}

/** Cards, or why there are none; no reason where nothing of NVIDIA's is there. */
interface Found {
  cards: NvmlCard[] | null;
  reason: string | null;
  isLate?: boolean;
}

const LIBRARY_MS = 1000;
/** A program that has just failed is not started again at once. */
const PROGRAM_RETRY_MS = 60_000;
const DRIVER = '/proc/driver/nvidia/version';
const TOPIC = 'nvidia';

/**
 * Cards of NVIDIA's driver: asked of its library, else of its program nvidia-smi where that can be expected to work. A
 * driver that stops answering leaves its cards in the list, without values.
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
    // A recording, or the root of another machine, has nothing to do with what is installed here.
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

/** Of the card within a Tegra processor the kernel tells what the library does not, or all of it. */
function completed(gpus: Gpu[], host: Host): Gpu[] {
  const jetson = readJetson(host);
  const own = gpus.find(({ name }) => /nvgpu/i.test(name)) ?? gpus[0];
  if (jetson === null) return gpus;
  if (own === undefined) return [{ id: 'nvidia0', name: 'NVIDIA', mem: null, fanSpeed: null, ...jetson }];
  own.proc ??= jetson.proc;
  own.temperature ??= jetson.temperature;
  return gpus;
}
