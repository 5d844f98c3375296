import { pause, startAgent } from '../child.ts';
import { digits, type Measure } from '../figure.ts';
import { startIdleProcesses } from '../idle-processes.ts';

const PORT = 61_394;
/** An hour has 1,800 samples of two seconds; at a tenth of a second they take three minutes. */
const REFRESH_SECONDS = 0.1;
const SAMPLES = 1800;
const HALF_MS = (SAMPLES / 2) * REFRESH_SECONDS * 1000;

/** Resident memory after as many samples as an hour has, with everything awake and a full history. */
export const measureMemory: Measure = async () => {
  const idle = await startIdleProcesses(1000);
  const agent = await startAgent(PORT, '-t', String(REFRESH_SECONDS));
  const keepAwake = setInterval(() => {
    void fetch(`http://127.0.0.1:${PORT}/api/4/all`).then((answer) => answer.arrayBuffer());
  }, 400);
  try {
    await pause(HALF_MS * 1.4);
    const full = agent.residentMb();
    await pause(HALF_MS * 0.6);
    const end = agent.residentMb();
    return [
      {
        name: `Resident memory after ${SAMPLES} samples of 1,000 processes, full history`,
        value: `${digits(end)} MB (${digits(full)} MB when the history was full)`,
        peer: 'none',
        reach: '≤ 70 MB, flat',
        isReached: end <= 70 && end - full <= 10,
      },
    ];
  } finally {
    clearInterval(keepAwake);
    await agent.stop();
    await idle.stop();
  }
};

const MANY = 5000;
const FETCHES = 15;
/** Answers that are asked for at the same time, many times. */
const AT_ONCE = 40;
const BURSTS = 5;

async function fetchAll(encoding: string): Promise<void> {
  const headers = { 'accept-encoding': encoding };
  await (await fetch(`http://127.0.0.1:${PORT}/api/4/all`, { headers })).arrayBuffer();
}

/** Resident memory with many processes at the usual pace; at a peak of requests, and half a minute after it. */
export const measurePeak: Measure = async () => {
  const idle = await startIdleProcesses(MANY);
  const agent = await startAgent(PORT);
  const usual = async (): Promise<number> => {
    for (let count = 0; count < FETCHES; count += 1) {
      await fetchAll('identity');
      await pause(2000);
    }
    return agent.residentMb();
  };
  try {
    const before = await usual();
    for (let burst = 0; burst < BURSTS; burst += 1)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, one) => fetchAll(one % 2 === 0 ? 'gzip' : 'identity')),
      );
    const peak = agent.residentMb();
    const after = await usual();
    return [
      {
        name: `Resident memory with ${MANY.toLocaleString('en')} processes, /all fetched every 2 s, half a minute after a peak of requests`,
        value: `${digits(after)} MB (before the peak: ${digits(before)} MB, then: ${digits(peak)} MB)`,
        peer: 'none',
        reach: '≤ 100 MB, back to it',
        isReached: after <= 100 && after <= before + 10,
      },
    ];
  } finally {
    await agent.stop();
    await idle.stop();
  }
};
