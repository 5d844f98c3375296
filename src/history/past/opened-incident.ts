/** The incident file that is served instead of a machine. */
import { service } from '../../core/parts/service.ts';
import type { Slice } from '../../core/slice.ts';
import type { HistorySource } from './history-source.ts';

export interface OpenedIncident {
  /** The explained range, milliseconds since the epoch. */
  readonly window: { readonly from: number; readonly to: number };
  /** Initial time of the page, milliseconds since the epoch. */
  readonly at: number;
  readonly past: HistorySource & { within(slice: Slice): HistorySource };
}
export const Incident = service<OpenedIncident>('incident file');
