/** Histories on disk, for parts. */
import { type Off, type Service, service } from '../../core/parts/service.ts';
import type { Archive } from './archive.ts';

export const OwnArchive: Service<Archive> = service<Archive>('history on disk');
/** On a hub, that of the watched servers, or why there is none. */
export const FleetArchive: Service<Archive | Off> = service<Archive | Off>('history of the watched servers');

export interface ArchiveOff {
  /** Why there is no history on disk, as a sentence. */
  readonly off: string;
  /** Disabled by the user who started the agent. */
  readonly isChosen: boolean;
}
export const OpenedArchive = service<Archive | ArchiveOff>('history on disk, or why there is none');
