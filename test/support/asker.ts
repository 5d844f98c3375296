/** HTTP requests from another network namespace, all by one program: a start costs more than many requests. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Answer {
  status: number;
  text: string;
}

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** Argument list of the program, which reads a request per line and prints a reply per line. */
export const ASKER = [
  process.execPath,
  '-e',
  `require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, url, init } = JSON.parse(line);
    const answer = await fetch(url, { ...init, headers: { ...init.headers, connection: 'close' } }).then(
      async (reply) => ({ status: reply.status, text: await reply.text() }),
      (error) => ({ error: String(error.cause ?? error) }),
    );
    console.log(JSON.stringify({ id, ...answer }));
  });`,
];

/** Sends requests by {@link ASKER}, which is started for the first one. */
export function createAsker(
  start: () => ChildProcessWithoutNullStreams,
): (url: string, init: RequestInit) => Promise<Answer> {
  const waiting = new Map<number, Waiting>();
  let asker: ChildProcessWithoutNullStreams | undefined;
  let asked = 0;
  const begin = (): ChildProcessWithoutNullStreams => {
    const child = start();
    child.stderr.resume();
    child.once('close', (code) => {
      for (const { reject } of waiting.values()) reject(new Error(`the asker ended with ${code}`));
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id, error, ...answer } = JSON.parse(line) as Answer & { id: number; error?: string };
      const { resolve, reject } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (error === undefined) resolve?.(answer);
      else reject?.(new Error(error));
    });
    return child;
  };
  return (url, init) =>
    new Promise((resolve, reject) => {
      asker ??= begin();
      asked += 1;
      waiting.set(asked, { resolve, reject });
      asker.stdin.write(`${JSON.stringify({ id: asked, url, init })}\n`);
    });
}
