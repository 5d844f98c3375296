import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../child.ts';
import { median } from '../compile.ts';
import { digits, type Measure } from '../figure.ts';
import { startIdleProcesses } from '../idle-processes.ts';

const gander = join(import.meta.dirname, '../../bin/gander');
const PROCESSES = 1000;
const INTERVAL_S = 2;
/** Half a minute: each window contains the rarest plugins once, with the files that only they read. */
const UPDATES_PER_WINDOW = 15;
/** A major garbage collection happens every minute or two, so some windows include one. */
const WINDOWS = 5;
/** The compiler is busy for the first minute: functions are optimized late (decision 54). */
const WARM_UP_S = 60;
const STARTS = 7;
const PAGE_BYTES = 4096;

interface OnTerminal {
  /** CPU time used so far, in milliseconds. */
  cpuMs(): number;
  residentMb(): number;
  /** Bytes written to the terminal so far. */
  written(): number;
  /** Resolves when the screen has shown a text. */
  shown(text: string): Promise<void>;
  stop(): Promise<void>;
}

/** Runs a program on a terminal of 160 by 50 cells that script(1) makes. */
function onTerminal(command: string): OnTerminal {
  const child = spawn(
    'script',
    ['--quiet', '--flush', '--return', '--command', `stty rows 50 cols 160; exec ${command}`, '/dev/null'],
    { env: { ...process.env, TERM: 'xterm-256color' }, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  let output = '';
  let bytes = 0;
  let listen: () => void = () => {};
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    output = (output + chunk.toString('latin1')).slice(-100_000);
    listen();
  });
  const pid = (): string => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  return {
    cpuMs() {
      // In nanoseconds: an update takes little more than the hundredths of a second that `stat` counts.
      const threads = `/proc/${pid()}/task`;
      const times = readdirSync(threads).map((thread) =>
        Number(readFileSync(`${threads}/${thread}/schedstat`, 'latin1').split(' ')[0]),
      );
      return times.reduce((sum, time) => sum + time, 0) / 1e6;
    },
    residentMb: () =>
      (Number(readFileSync(`/proc/${pid()}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES) / 1e6,
    written: () => bytes,
    shown: (text) =>
      new Promise((resolve) => {
        listen = () => output.includes(text) && resolve();
        listen();
      }),
    async stop() {
      child.stdin.write('q');
      await once(child, 'exit');
    },
  };
}

/** No configuration of this machine. */
const OURS = `${process.execPath} ${gander} -C /dev/null -t ${INTERVAL_S}`;
const HTOP = `htop --delay=${INTERVAL_S * 10}`;

/** CPU of both in the same windows, in milliseconds per update: other load affects both equally. */
async function measureUpdates(ours: OnTerminal, htop: OnTerminal): Promise<Record<'own' | 'peer', number>[]> {
  const windows: Record<'own' | 'peer', number>[] = [];
  while (windows.length < WINDOWS) {
    const before = { own: ours.cpuMs(), peer: htop.cpuMs() };
    await pause(UPDATES_PER_WINDOW * INTERVAL_S * 1000);
    windows.push({
      own: (ours.cpuMs() - before.own) / UPDATES_PER_WINDOW,
      peer: (htop.cpuMs() - before.peer) / UPDATES_PER_WINDOW,
    });
  }
  return windows;
}

async function secondsToFirstScreen(): Promise<number> {
  const before = performance.now();
  const ours = onTerminal(OURS);
  await ours.shown('Processes');
  const seconds = (performance.now() - before) / 1000;
  await ours.stop();
  return seconds;
}

/** The screen compared with htop: cost of an update, time to start, memory. */
export const measureTerminal: Measure = async () => {
  const processes = await startIdleProcesses(PROCESSES);
  const ours = onTerminal(OURS);
  const htop = onTerminal(HTOP);
  await Promise.all([ours.shown('Processes'), htop.shown('Tasks')]);
  await pause(WARM_UP_S * 1000);
  const before = ours.written();
  const windows = await measureUpdates(ours, htop);
  const bytes = (ours.written() - before) / (WINDOWS * UPDATES_PER_WINDOW);
  const ratios = windows.map(({ own, peer }) => own / peer);
  const [own, peer, ratio] = [
    median(windows.map((window) => window.own)),
    median(windows.map((window) => window.peer)),
    median(ratios),
  ];
  const range = `${digits(Math.min(...ratios))} to ${digits(Math.max(...ratios))} in ${WINDOWS} windows`;
  const [memory, htopMemory] = [ours.residentMb(), htop.residentMb()];
  await Promise.all([ours.stop(), htop.stop()]);
  await processes.stop();
  const starts: number[] = [];
  for (let start = 0; start < STARTS; start += 1) starts.push(await secondsToFirstScreen());
  const seconds = median(starts);
  return [
    {
      name: `Terminal: CPU of an update, ${PROCESSES} processes, 160 × 50`,
      value: `${digits(own)} ms (${digits(ratio)} × peer; ${range}), ${digits(bytes)} bytes`,
      peer: `htop, same interval: ${digits(peer)} ms`,
      reach: '≤ 0.5 × peer',
      isReached: ratio <= 0.5,
    },
    {
      name: 'Terminal: start to first screen',
      value: `${digits(seconds)} s`,
      peer: 'none',
      reach: '≤ 0.5 s',
      isReached: seconds <= 0.5,
    },
    {
      name: `Terminal: resident memory, ${PROCESSES} processes`,
      value: `${digits(memory)} MB`,
      peer: `htop: ${digits(htopMemory)} MB`,
      reach: '≤ 90 MB',
      isReached: memory <= 90,
    },
  ];
};
