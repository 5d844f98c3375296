import type { Daemon, DaemonLimits } from '../../core/host.ts';
import {
  beNice,
  describeStart,
  hasPipes,
  killGroup,
  type RunningProgram,
  signalGroup,
  startProgram,
} from './child-program.ts';

/** Time for remaining words after the program has ended. */
const WORDS_TIMEOUT_MS = 100;
/** Of its standard error. */
const MOST_WORDS = 200;
const NEW_LINE = 10;

interface Question {
  readonly chunks: Buffer[];
  resolve(answer: string): void;
  reject(error: Error): void;
}

/**
 * Starts a program as described at {@link Host.startDaemon}, with the environment and the process group of `runProgram`.
 * @param running active programs, for `endPrograms`
 */
export function startDaemon(
  argv: readonly string[],
  { timeoutMs, maxBytes }: DaemonLimits,
  environment: NodeJS.ProcessEnv = process.env,
  running: Set<RunningProgram> = new Set(),
): Daemon {
  const name = argv[0] ?? '';
  let program: RunningProgram | null = null;
  let failure: string | null = null;
  let question: Question | null = null;
  /** Since the last answer. */
  let size = 0;
  let words = '';

  const end = (reason: string): void => {
    if (failure !== null) return;
    failure = reason;
    if (program !== null) {
      running.delete(program);
      if (hasPipes(program)) killGroup(program);
    }
    question?.reject(new Error(reason));
  };
  const onEnd = (code: number | null, signal: string | null): void => {
    const last = words.trim().split('\n').at(-1) ?? '';
    const how = signal === null ? `ended with exit code ${code}` : `was killed by ${signal}`;
    end(`${name} ${how}${last && `: ${last}`}`);
  };
  const onOutput = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > maxBytes) return end(`${name} wrote more than ${maxBytes} bytes`);
    if (question === null) return;
    const { chunks } = question;
    // An answer without numbers is an empty line alone.
    const before = chunk.at(-2) ?? chunks.at(-1)?.at(-1) ?? NEW_LINE;
    chunks.push(chunk);
    if (chunk.at(-1) === NEW_LINE && before === NEW_LINE)
      question.resolve(Buffer.concat(chunks).toString('utf8'));
  };
  const follow = (started: RunningProgram): void => {
    started.on('error', (error) => end(describeStart(name, error, environment['PATH'])));
    if (!hasPipes(started)) return;
    running.add(started);
    beNice(started);
    started.stdin?.on('error', () => {});
    started.stdout.on('data', onOutput);
    started.stderr.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString('utf8')).slice(-MOST_WORDS);
    });
    started.on('close', onEnd);
    started.on('exit', (code, signal) => {
      signalGroup(started);
      setTimeout(() => onEnd(code, signal), WORDS_TIMEOUT_MS).unref();
    });
  };

  try {
    program = startProgram(argv, environment, true);
    follow(program);
  } catch (error) {
    end(describeStart(name, error, environment['PATH']));
  }

  return {
    ask() {
      if (failure !== null) return Promise.reject(new Error(failure));
      size = 0;
      const answer = new Promise<string>((resolve, reject) => {
        question = { chunks: [], resolve, reject };
        program?.stdin?.write('\n');
      });
      const timer = setTimeout(
        () => end(`${name} did not end its answer with an empty line within ${timeoutMs} ms`),
        timeoutMs,
      );
      return answer.finally(() => {
        clearTimeout(timer);
        question = null;
        size = 0;
      });
    },
  };
}
