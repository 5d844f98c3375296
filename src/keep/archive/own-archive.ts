/** The history of this machine on disk, for parts. */
import { type Service, service } from '../../core/parts/service.ts';
import type { Archive } from './archive.ts';

export const OwnArchive: Service<Archive> = service<Archive>('history on disk');
