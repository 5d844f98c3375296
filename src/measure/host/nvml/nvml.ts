import { messageOf } from '../../../core/message-of.ts';
import type { Clock, NvmlAnswer, NvmlCard } from '../../../core/host.ts';
import type { NvmlApi, NvmlResult } from './api.ts';

interface Nvml {
  read(timeoutMs: number): Promise<NvmlAnswer>;
  /** Names calls that block a thread at the moment. */
  pending(): string[];
  /** Like `pending`, for overdue calls. */
  hangs(): string[];
}

export interface NvmlSetup {
  clock: Clock;
  /** Name or path of the library; null: not installed. */
  find(): string | null;
  bind(path: string): Promise<NvmlApi>;
}

/** Retry interval: failures rarely change soon, and retries search folders or start the driver. */
const RETRY_MS = 30_000;
/** Name of a blocking call. */
const DRIVER = 'the NVIDIA driver';
/** More cards than any machine has. */
const MAX_CARDS = 64;
/** The card is lost or needs a reset: every call fails. */
const GONE: ReadonlySet<number> = new Set([15, 16]);

interface Asking {
  answer: Promise<NvmlAnswer>;
  since: number;
  /** Somebody has waited in vain. */
  late: boolean;
}

/**
 * NVML that tolerates a hanging driver: one call at a time, so it blocks at most one of libuv's four threads; after a timeout there
 * are no calls until it returns. A slow first start of a driver looks the same and completes in the background.
 */
export function createNvml({ clock, find, bind }: NvmlSetup): Nvml {
  let api: NvmlApi | null = null;
  let isStarted = false;
  let asking: Asking | null = null;
  let fault: { answer: NvmlAnswer; until: number } | null = null;

  const fail = (state: 'absent' | 'unusable' | 'refused', reason: string): NvmlAnswer => {
    const answer = { state, reason };
    fault = { answer, until: clock.monotonic() + RETRY_MS };
    return answer;
  };

  const ask = async (): Promise<NvmlAnswer> => {
    if (api === null) {
      const path = find();
      if (path === null) return fail('absent', 'libnvidia-ml.so.1 is not installed');
      try {
        api = await bind(path);
      } catch (error) {
        return fail('unusable', `libnvidia-ml.so.1 cannot be used: ${firstLine(error)}`);
      }
    }
    return askLibrary(api);
  };

  const askLibrary = async (library: NvmlApi): Promise<NvmlAnswer> => {
    if (!isStarted) {
      const code = await library.init();
      if (code !== SUCCESS) return fail('refused', describeCode(code));
      isStarted = true;
    }
    const count = await library.count();
    if (count.code === SUCCESS) return { state: 'ok', cards: await readCards(library, count.value) };
    // The driver has been unloaded or updated.
    isStarted = false;
    await library.shutdown();
    return fail('refused', describeCode(count.code));
  };

  const begin = (): Asking => {
    const answer = ask().catch((error) => fail('unusable', firstLine(error)));
    const begun: Asking = { answer, since: clock.monotonic(), late: false };
    void answer.then(() => (asking = null));
    return begun;
  };

  const lateAnswer = ({ since }: Asking): NvmlAnswer => {
    const seconds = Math.max(1, Math.round((clock.monotonic() - since) / 1000));
    return { state: 'late', reason: `the NVIDIA driver has not answered for ${seconds} s` };
  };

  return {
    async read(timeoutMs) {
      if (asking?.late) return lateAnswer(asking);
      if (asking === null && fault !== null && clock.monotonic() < fault.until) return fault.answer;
      const current = (asking ??= begin());
      return new Promise((resolve) => {
        const cancel = clock.setTimer(() => {
          current.late = true;
          resolve(lateAnswer(current));
        }, timeoutMs);
        void current.answer.then((answer) => {
          cancel();
          resolve(answer);
        });
      });
    },
    pending: () => (asking === null ? [] : [DRIVER]),
    hangs: () => (asking?.late === true ? [DRIVER] : []),
  };
}

async function readCards(library: NvmlApi, count: number): Promise<NvmlCard[]> {
  const cards: NvmlCard[] = [];
  for (let index = 0; index < Math.min(count, MAX_CARDS); index++) {
    const device = await library.device(index);
    cards.push(device.code === SUCCESS ? await readCard(library, device.value) : unknownCard(device.code));
  }
  return cards;
}

async function readCard(library: NvmlApi, device: bigint): Promise<NvmlCard> {
  const name = valueOf(await library.name(device));
  const memoryResult = await library.memory(device);
  const memory = valueOf(memoryResult);
  return {
    name: name === '' ? null : name,
    memoryUsed: memory?.used ?? null,
    memoryTotal: memory?.total ?? null,
    utilization: valueOf(await library.utilization(device)),
    temperature: valueOf(await library.temperature(device)),
    fanSpeed: valueOf(await library.fanSpeed(device)),
    problem: GONE.has(memoryResult.code) ? describeCode(memoryResult.code) : null,
  };
}

const unknownCard = (code: number): NvmlCard => ({
  name: null,
  memoryUsed: null,
  memoryTotal: null,
  utilization: null,
  temperature: null,
  fanSpeed: null,
  problem: describeCode(code),
});

const valueOf = <T>({ code, value }: NvmlResult<T>): T | null => (code === SUCCESS ? value : null);

const firstLine = (error: unknown): string => messageOf(error).split('\n')[0] ?? '';

const SUCCESS = 0;

const WORDS: Readonly<Record<number, string>> = {
  4: 'no permission to use /dev/nvidiactl and /dev/nvidia*: add the user of the agent to the group that owns them',
  8: 'a card lacks its power cable',
  9: 'the NVIDIA driver is not loaded: load its module nvidia, or start the container with access to the GPUs',
  10: 'the NVIDIA driver gave up waiting for a card',
  12: 'the NVIDIA library lacks parts of itself: install the driver packages anew',
  15: 'the card does not answer any more (GPU is lost): reset it or restart the machine',
  16: 'the card must be reset before it can be used',
  17: 'the operating system refuses the NVIDIA driver access to the GPUs',
  18: 'NVIDIA driver/library version mismatch: the driver was updated while its old module is loaded; load the new one or restart the machine, then the agent',
};

const describeCode = (code: number): string => WORDS[code] ?? `the NVIDIA driver answers with error ${code}`;
