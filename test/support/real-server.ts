/** Programs of other projects that run for a test, on free loopback ports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

export const hasProgram = (path: string): boolean => existsSync(path);

/** How long a start may take beside other suites. */
const START_MS = 120_000;

export interface RealServer {
  port: number;
  /** Path with status 200 once it works: some listen earlier. */
  ready?: string;
  env?: Record<string, string>;
  cwd?: string;
  uid?: number;
}

/** Starts a program and waits until a port answers. It is ended with the test. */
export async function startServer(
  program: string,
  args: readonly string[],
  { port, ready, env = {}, cwd, uid }: RealServer,
): Promise<ChildProcess> {
  const said: string[] = [];
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    ...(cwd !== undefined && { cwd }),
    ...(uid !== undefined && { uid, gid: uid }),
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => said.push(text.toString()));
  let ended: number | null | undefined;
  child.on('close', (code) => (ended = code));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    while (ended === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
  });
  for (const start = performance.now(); ; await new Promise((resolve) => setTimeout(resolve, 25))) {
    if (ended !== undefined || performance.now() - start > START_MS)
      throw new Error(`${program} does not listen on ${port}:\n${said.join('').slice(-2000)}`);
    if (await listens(port)) break;
  }
  if (ready !== undefined) {
    const status = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}${ready}`)).status;
    await askUntil(status, (found) => found === 200, START_MS);
  }
  return child;
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Polls until the reply is as expected; otherwise returns the last reply. */
export async function askUntil<T>(
  ask: () => Promise<T>,
  isGood: (answer: T) => boolean,
  ms = 60_000,
): Promise<T> {
  for (const start = performance.now(); ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const answer = await ask();
    if (isGood(answer) || performance.now() - start > ms) return answer;
  }
}
