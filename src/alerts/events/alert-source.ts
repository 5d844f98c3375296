/** Where notified alerts come from: this machine, or the servers of a hub. */
import type { AlertChange, SavedEvent } from '../../core/event.ts';
import { service } from '../../core/parts/service.ts';
import type { Signal } from '../../core/parts/signal.ts';
import type { AlertBook } from './book.ts';

export interface AlertSource extends Pick<AlertBook, 'memory' | 'current' | 'notified' | 'isCurrent'> {
  /** To be notified. Emitting resolves when all targets have queued it. */
  readonly changed: Signal<AlertChange>;
  /** Over, notified or not. */
  readonly over: Signal<SavedEvent>;
  /** Alerts of the previous run have become known after the start. */
  readonly restored: Signal<void>;
  /** Resolves once all changes are emitted and on disk. */
  stop(): Promise<void>;
}

export const OwnAlerts = service<AlertSource>('alerts of this machine');
export const FleetAlerts = service<AlertSource>('alerts of servers');
