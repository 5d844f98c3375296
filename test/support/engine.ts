/** The process engine on composed processes, stepped by hand. */
import { plain, type Reason } from '../../src/core/said.ts';
import { fallbackOf } from '../../src/core/option-parse.ts';
import type { Host } from '../../src/core/host.ts';
import type { SourceInstance } from '../../src/core/source.ts';
import type { ProcessEntry } from '../../src/measure/sources/processes/entry.ts';
import { processOptions, type ProcessOptions } from '../../src/measure/sources/processes/options.ts';
import {
  type ProcessControl,
  processes,
  type ProcessScan,
} from '../../src/measure/sources/processes/processes.ts';
import { createRecordedHost, type RecordedHost, type RecordedHostOverrides } from './fake-host.ts';
import { type ProcessFiles, processTree } from './process-tree.ts';
import { memoryTree } from './memory-tree.ts';

export type Engine = SourceInstance<Promise<ProcessScan>> & ProcessControl;

export interface SteppedEngine {
  engine: Engine;
  host: RecordedHost;
  /** Current notices by topic. */
  notices: Map<string, string>;
  /** Lets seconds pass, replaces all processes, scans; entries by pid. */
  step(...processes: readonly ProcessFiles[]): Promise<Map<number, ProcessEntry>>;
}

export function createEngine(
  host: Host,
  options: Partial<ProcessOptions> = {},
  notice: (topic: string, text: string | null) => void = () => {},
  isWatched: () => boolean = () => true,
): Engine {
  const defaults = Object.fromEntries(
    Object.entries(processOptions).map(([name, option]) => [name, fallbackOf(option)]),
  ) as ProcessOptions;
  return processes.create({ host, options: { ...defaults, ...options }, notice, isWatched });
}

export const STEP_SECONDS = 2;

export function steppedEngine(
  options: Partial<ProcessOptions> = {},
  overrides: (host: RecordedHost) => RecordedHostOverrides = () => ({}),
  isWatched: () => boolean = () => true,
): SteppedEngine {
  const host = createRecordedHost(memoryTree(processTree()));
  const notices = new Map<string, string>();
  const notice = (topic: string, text: Reason | null): void => {
    if (text === null) notices.delete(topic);
    else notices.set(topic, plain(text));
  };
  const engine = createEngine({ ...host, ...overrides(host) }, options, notice, isWatched);
  return {
    engine,
    host,
    notices,
    async step(...files) {
      await host.clock.advance(STEP_SECONDS * 1000);
      host.useTree(memoryTree(processTree(...files)));
      const { entries } = await engine.read();
      return new Map(entries.map((entry) => [entry.pid, entry]));
    },
  };
}
