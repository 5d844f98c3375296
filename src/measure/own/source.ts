/** One source: reads it by its way and makes items of it. */
import type { Host } from '../../core/host.ts';
import { MOST_BYTES } from './bounds.ts';
import { parseAs, type Output } from './formats/index.ts';
import { parseModule } from './formats/module.ts';
import type { SourceValues } from './options.ts';
import { Pushed, type PushedNumbers } from './pushed.ts';
import { plainWords, type Reading } from './sample.ts';
import { trustedFile, trustedProgram } from './trusted-program.ts';
import { openModule, type OpenedModule, optionsIn } from './ways/module.ts';
import { readFiles } from './ways/files.ts';
import { listenForStatsd } from './ways/statsd.ts';

export interface SourceSetup {
  name: string;
  values: SourceValues;
  host: Host;
  /** False: `--disable-config-exec`. */
  mayRun: boolean;
  /** Null: nothing is received. */
  pushed: PushedNumbers | null;
}

/** Rejects with the reason why there is no reading, a sentence without a full stop. */
export type ReadSource = () => Promise<Reading>;

export function openSource(setup: SourceSetup): ReadSource {
  const { values, host, mayRun } = setup;
  const { file, command, module, url, push, format } = values;
  if (push !== undefined) return openPushed(setup);
  const timeoutMs = values.timeout * 1000;
  if (module !== undefined) return openModuleSource(module, setup, timeoutMs);
  // One sample that is late is none that is old.
  const oldMs = Math.max(3 * values.every, 300) * 1000;
  const parse = (output: Output): Reading => parseAs(format, output, { now: host.clock.now(), oldMs });
  if (file !== undefined) return () => readFiles(file, (text) => parse({ text, code: 0 }));
  if (command !== undefined) return () => runCommand(command, { host, mayRun, timeoutMs, parse, format });
  const { href } = url as URL;
  return async () =>
    parse({ text: await host.fetchText(href, { timeoutMs, maxBytes: MOST_URL_BYTES }), code: 0 });
}

function openModuleSource(path: string, { values, mayRun }: SourceSetup, timeoutMs: number): ReadSource {
  let opened: OpenedModule | null = null;
  return async () => {
    if (!mayRun) throw new Error(`${path} is not run because of --disable-config-exec`);
    const trusted = await trustedFile(path);
    opened ??= openModule({ path: trusted, options: optionsIn(values.options ?? ''), timeoutMs });
    return parseModule(await opened.read());
  };
}

function openPushed({ name, values, host, pushed: sources }: SourceSetup): ReadSource {
  const pushed = new Pushed(() => host.clock.monotonic() / 1000);
  if (sources === null) return () => Promise.reject(new Error('its numbers are pushed to a running agent'));
  if (values.push === 'otlp') {
    sources.open(name, values.token ?? '', pushed);
    return async () => pushed.reading();
  }
  let isOpen = false;
  return async () => {
    if (!isOpen) await listenForStatsd(values.listen ?? STATSD, pushed);
    isOpen = true;
    return pushed.reading();
  };
}

const STATSD = { address: '127.0.0.1', port: 8125 } as const;

interface Running {
  readonly host: Host;
  readonly mayRun: boolean;
  readonly timeoutMs: number;
  readonly format: string;
  readonly parse: (output: Output) => Reading;
}

/** Of what a program says of its failure. */
const MOST_WORDS = 200;

async function runCommand(
  argv: readonly string[],
  { host, mayRun, timeoutMs, parse, format }: Running,
): Promise<Reading> {
  const [path = '', ...rest] = argv;
  if (!mayRun) throw new Error(`${path} is not run because of --disable-config-exec`);
  const program = await trustedProgram(path);
  const { code, stdout, stderr, failure } = await host.run([program, ...rest], {
    timeoutMs,
    maxBytes: MOST_BYTES,
    isNice: true,
  });
  if (failure !== null || code === null) throw new Error(failure ?? `${path} did not end`);
  if (code !== 0 && format !== 'nagios') {
    const words = plainWords(stderr.trim().split('\n').at(-1) ?? '').slice(0, MOST_WORDS);
    throw new Error(`${path} ended with exit code ${code}${words && `: ${words}`}`);
  }
  return parse({ text: stdout, code });
}

/** Exporters answer with more than scripts do, of which `only` takes a part. */
const MOST_URL_BYTES = 8 * MOST_BYTES;
