/** The subject of the printing modes: this host, or a remote agent. */
import type { Said } from '../../core/said.ts';
import type { Clock } from '../../core/host.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Judge } from '../../measure/levels/judge.ts';
import type { Sampler } from '../../measure/sampler/sampler.ts';
import type { Snapshot } from '../../core/store/store.ts';

export interface ShownAgent {
  /** Those that can be shown, sorted by name. */
  readonly plugins: readonly Plugin[];
  readonly store: { latest(plugin: string): Pick<Snapshot, 'time' | 'value'> };
  readonly sampler: Pick<Sampler, 'start' | 'touch' | 'states'>;
}

export interface PrintSource {
  agent: ShownAgent;
  /** Judges its values. */
  levels: { judgeOf(plugin: string): Judge };
  clock: Clock;
  /** Seconds between two outputs. */
  refresh: number;
  /** Why there is nothing to show at present, one sentence; null: there is something. */
  problem(): Said | null;
  /** The message about a known plugin that is not among them. */
  absence: string;
  /** Our own process, where it is one of those that are shown. */
  pid: number | null;
}
