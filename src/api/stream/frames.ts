/** The text of server-sent events: section 9.2 of the HTML standard, https://html.spec.whatwg.org/multipage/server-sent-events.html */

import { randomBytes } from 'node:crypto';
import type { Body, Part } from '../../http/body/body.ts';

/** Bytes of one event, in parts, so that large bodies are not copied. */
export type Frame = readonly Part[];

/** A comment, which clients ignore: it keeps proxies and clients from closing a quiet connection. */
export const HEARTBEAT = Buffer.from(':\n\n');

/** Padding: some proxies buffer the first kilobytes of a reply. */
export const PADDING = Buffer.from(`:${' '.repeat(2046)}\n\n`);

/** Returns padding for compressed streams, where spaces would vanish. */
export const packedPadding = (): Buffer => Buffer.from(`:${randomBytes(1536).toString('base64')}\n\n`);

/** Milliseconds after which a browser's `EventSource` connects again. */
const RETRY_MS = 2000;

/** An event without a number, with a value as its data. */
export const eventFrame = (event: string, value: unknown): Buffer =>
  Buffer.from(`event: ${event}\ndata: ${JSON.stringify(value)}\n\n`);

/** Returns the first event, with the reconnection time. */
export const helloFrame = (value: unknown): Buffer =>
  Buffer.concat([Buffer.from(`retry: ${RETRY_MS}\n`), eventFrame('hello', value)]);

/** Copying bodies up to this size costs less than sending three parts. */
const COPY_UP_TO = 4096;
const TAIL = Buffer.from('\n\n');

/** @param json one line without line breaks */
export function snapshotFrame(event: string, id: string, json: Body): Frame {
  const head = Buffer.from(`event: ${event}\nid: ${id}\ndata: `);
  if (json.length > COPY_UP_TO) return [head, ...json.parts, TAIL];
  const frame = Buffer.concat([head, ...json.take(), TAIL]);
  json.release();
  return [frame];
}
