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
