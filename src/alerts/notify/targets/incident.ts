/** Incidents of services with one per alert. */
import { createHash } from 'node:crypto';
import { singleLine } from '../../../net/deliver/plain-text.ts';
import type { Notice } from '../../../core/notice.ts';

/**
 * Identity of an alert, constant from begin to end and for its recurrence: the service updates and resolves an open incident.
 * Readable text unless it is too long.
 */
export function incidentKey({ host, event }: Notice, longest: number): string {
  const words = event === null ? ['test'] : [event.plugin, event.type, event.item ?? ''];
  const key = ['gander', host, ...words].join('/');
  return key === singleLine(key, longest) ? key : createHash('sha256').update(key).digest('hex');
}
