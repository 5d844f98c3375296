/** One source: reads it by its way and makes items of it. */
import type { Host } from '../../core/host.ts';
import { MOST_BYTES } from './bounds.ts';
import { parseAs, type Output } from './formats/index.ts';
import { type SourceValues, TIMEOUT_SECONDS } from './options.ts';
import type { Reading } from './sample.ts';
import { trustedProgram } from './trusted-program.ts';
import { readFiles } from './ways/files.ts';

export interface SourceSetup {
  values: SourceValues;
  host: Host;
  /** False: `--disable-config-exec`. */
  mayRun: boolean;
}

/** Rejects with the reason why there is no reading, a sentence without a full stop. */
export async function readSource({ values, host, mayRun }: SourceSetup): Promise<Reading> {
  const { file, command, url, format } = values;
  const timeoutMs = (values.timeout ?? TIMEOUT_SECONDS) * 1000;
  // One sample that is late is none that is old.
  const oldMs = Math.max(3 * values.every, 300) * 1000;
  const parse = (output: Output): Reading => parseAs(format, output, { now: host.clock.now(), oldMs });
  if (file !== undefined) return readFiles(file, (text) => parse({ text, code: 0 }));
  if (command !== undefined) return runCommand(command, { host, mayRun, timeoutMs, parse, format });
  const text = await host.fetchText((url as URL).href, { timeoutMs, maxBytes: MOST_URL_BYTES });
  return parse({ text, code: 0 });
}

interface Running {
  readonly host: Host;
  readonly mayRun: boolean;
  readonly timeoutMs: number;
  readonly format: string;
  readonly parse: (output: Output) => Reading;
}

async function runCommand(
  argv: readonly string[],
  { host, mayRun, timeoutMs, parse, format }: Running,
): Promise<Reading> {
  const [path = '', ...rest] = argv;
  if (!mayRun) throw new Error(`${path} is not run because of --disable-config-exec`);
  const program = trustedProgram(path);
  const { code, stdout, failure } = await host.run([program, ...rest], {
    timeoutMs,
    maxBytes: MOST_BYTES,
    isNice: true,
  });
  if (failure !== null || code === null) throw new Error(failure ?? `${path} did not end`);
  if (code !== 0 && format !== 'nagios') throw new Error(`${path} ended with exit code ${code}`);
  return parse({ text: stdout, code });
}

/** Exporters answer with more than scripts do, of which `only` takes a part. */
const MOST_URL_BYTES = 8 * MOST_BYTES;
