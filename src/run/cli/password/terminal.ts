/** Asks questions on the terminal. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Failure } from '../endings.ts';

export interface Terminal {
  /** False when there is nobody to ask. */
  readonly isInteractive: boolean;
  /** The answer, trimmed. Throws {@link Failure} when the user cancels. */
  ask(question: string): Promise<string>;
  /** The answer as it was typed, which is not shown. */
  askHidden(question: string): Promise<string>;
}

interface Streams {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
}

/** @param stdout where questions are shown: the error stream, where the output is for programs */
export function createTerminal({ stdin, stdout }: Streams): Terminal {
  const ask = (question: string, isShown: boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const output = isShown ? stdout : nowhere();
      // From here on the terminal shows nothing by itself; only then the user is asked.
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
