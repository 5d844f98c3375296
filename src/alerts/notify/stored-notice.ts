/** A notice in the queue of a target: JSON. */
import { parseAs } from '../../core/files/state-file.ts';
import { NOTICE, type Notice } from '../../core/notice.ts';

export const bytesOf = (notice: Notice): Uint8Array => Buffer.from(JSON.stringify(notice));

const parse = parseAs(NOTICE);

/** Null if the bytes are invalid. */
export const noticeIn = (bytes: Uint8Array): Notice | null =>
  parse(Buffer.from(bytes).toString('utf8')).value;
