/** Single processes, and their scanner. */
import { type Service, service } from '../../core/parts/service.ts';
import type { Origin } from '../../core/process-origin.ts';
import type { SortKey } from '../../core/process-order.ts';
import type { Served } from '../../core/served.ts';

/** Access to single processes; controls their scanner. */
export interface Processes {
  /** Returns the entry of a process in the process list, or null. */
  process(pid: number): Promise<Served | null>;
  /** Selects the process to read in detail; false if no process has this number. */
  select(pid: number): boolean;
  /** Origin (container, unit) of each process of the last scan; null for others. Scans read control groups for a minute after a call. */
  askOrigins(): (pid: number) => Origin | null;
  /** Sets the order of future scans, which takes precedence over the configured one; null: no choice. */
  sortBy(key: SortKey | null): void;
  /** Returns the order of future scans, and whether it is automatic. */
  order(): { readonly key: SortKey; readonly isAutomatic: boolean };
  /** Ends the selection. */
  clear(): void;
  /** Returns the entry of the selected process with its details; null: none selected, or ended. */
  current(): Served | null;
}
export const Processes: Service<Processes> = service<Processes>('processes');
