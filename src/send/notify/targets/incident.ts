/** Incidents of services with one per alert. */
import { createHash } from 'node:crypto';
import { plain } from '../../deliver/plain-text.ts';
import type { Notice } from '../notice.ts';

/**
 * Identity of an alert, the same from its begin to its end and for its next occurrence: the service adds to an open incident and
 * resolves it. Text for people unless it is too long.
 */
export function incidentKey({ host, event }: Notice, longest: number): string {
  const words = event === null ? ['test'] : [event.plugin, event.type, event.item ?? ''];
  const key = ['gander', host, ...words].join('/');
  return key === plain(key, longest) ? key : createHash('sha256').update(key).digest('hex');
}
