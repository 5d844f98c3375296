/** One source: reads it by its way and makes items of it. */
import type { Host } from '../../core/host.ts';
import { MOST_URL_BYTES } from './bounds.ts';
import { parseAs, type Output } from './formats/index.ts';
import { parseModule } from './formats/module.ts';
import type { SourceValues } from './options.ts';
import { Pushed, type PushedNumbers } from './pushed.ts';
import type { Reading } from './sample.ts';
import { trustedFile } from './trusted-program.ts';
import { openDaemon, runCommand } from './ways/command.ts';
import { moduleHost, openModule, type OpenedModule, optionsIn } from './ways/module.ts';
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
type ReadSource = () => Promise<Reading>;

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
  if (command !== undefined) {
    if (!mayRun) return () => Promise.reject(notRun(command[0] ?? ''));
    const ask = values.daemon ? openDaemon(command, host, timeoutMs) : null;
    return ask === null
      ? async () => parse(await runCommand(command, { host, timeoutMs, isJudged: format === 'nagios' }))
      : async () => parse({ text: await ask(), code: 0 });
  }
  const { href } = url as URL;
  return async () =>
    parse({ text: await host.fetchText(href, { timeoutMs, maxBytes: MOST_URL_BYTES }), code: 0 });
}

const notRun = (path: string): Error => new Error(`${path} is not run because of --disable-config-exec`);

function openModuleSource(
  path: string,
  { values, host, mayRun }: SourceSetup,
  timeoutMs: number,
): ReadSource {
  let opened: OpenedModule | null = null;
  return async () => {
    if (!mayRun) throw notRun(path);
    const trusted = await trustedFile(path);
    opened ??= openModule({
      path: trusted,
      options: optionsIn(values.options ?? ''),
      timeoutMs,
      hostOf: () => moduleHost(host, timeoutMs),
    });
    return parseModule(await opened.read());
  };
}

function openPushed({ name, values, host, pushed: sources }: SourceSetup): ReadSource {
  const pushed = new Pushed(() => host.clock.monotonic() / 1000);
  if (sources?.isReceiving !== true)
    return () => Promise.reject(new Error('programs send its numbers to a running agent'));
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
