/** A notice in the queue of a target: JSON. */
import type { Notice } from '../../core/notice.ts';
import { isNotice } from '../../history/events/forms.ts';

export const bytesOf = (notice: Notice): Uint8Array => Buffer.from(JSON.stringify(notice));

/** Null if the bytes are invalid. */
export function noticeIn(bytes: Uint8Array): Notice | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isNotice(value) ? value : null;
  } catch {
    return null;
  }
}
