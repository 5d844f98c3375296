/** The sampler and the plugins that it reads, for parts. */
import { service } from '../../core/parts/service.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Store } from '../../core/store/store.ts';
import type { Sampler } from './sampler.ts';

export interface Sampling {
  /** The enabled plugins, sorted by name. */
  readonly plugins: readonly Plugin[];
  readonly sampler: Sampler;
  readonly store: Store;
}
export const Sampling = service<Sampling>('sampling');
