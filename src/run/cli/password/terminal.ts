/** Asks questions on the terminal. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Failure } from '../../../core/errors.ts';
import { service } from '../../../core/parts/service.ts';

export interface Terminal {
  /** True if a user can be asked. */
  readonly isInteractive: boolean;
  /** Asks a question; returns the trimmed answer. Throws {@link Failure} if the user cancels. */
  ask(question: string): Promise<string>;
  /** Asks without echo; returns the answer as typed. */
  askHidden(question: string): Promise<string>;
}
export const Terminal = service<Terminal>('terminal');

interface Streams {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
}

/** @param stdout stream for questions: standard error if the output is for programs */
export function createTerminal({ stdin, stdout }: Streams): Terminal {
  const ask = (question: string, isShown: boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const output = isShown ? stdout : nowhere();
      // Echo is off from here on; only then the user is asked.
      const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
      let answer: string | null = null;
      lines.on('SIGINT', () => lines.close());
      lines.on('close', () => {
        if (!isShown) stdout.write('\n');
        if (answer === null) reject(new Failure('Nothing was changed.'));
        else resolve(answer);
      });
      if (!isShown) stdout.write(question);
      lines.question(isShown ? question : '', (text) => {
        answer = text;
        lines.close();
      });
    });
  return {
    isInteractive: stdin.isTTY && stdout.isTTY,
    ask: async (question) => (await ask(question, true)).trim(),
    askHidden: (question) => ask(question, false),
  };
}

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
