/** Events of a server's stream pass the declared ranges before a hub relays them: an impossible number is null. */
import { Transform } from 'node:stream';
import { callbackify } from 'node:util';
import { parseJsonInSlices } from '../../core/parse-json.ts';
import type { RelayedCheck, RelayedValues } from './relayed-values.ts';

const END = '\n\n';
const LINE_END = 10;
/** Of one event: 2,000 processes with their command lines, several times over. */
const MOST_BYTES = 8 * 1024 * 1024;
/** In which the name of an event ends: reconnection time, name and number come before its data. */
const HEAD_BYTES = 256;

/** Passes whole events on. Fails for one that is too long. @param checkOf check of the events of a name; null: they pass as they are */
export function createStreamCheck(checkOf: RelayedValues): Transform {
  let pending: Buffer[] = [];
  let size = 0;
  // Not `Duplex.from` of a generator: destroyed while it waits for bytes, that never closes.
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const mayEnd = chunk.includes(END) || (chunk[0] === LINE_END && pending.at(-1)?.at(-1) === LINE_END);
      pending.push(chunk);
      size += chunk.length;
      if (size > MOST_BYTES) return done(new Error('an event of the server is too long'));
      if (!mayEnd) return done();
      const bytes = Buffer.concat(pending);
      const end = bytes.lastIndexOf(END) + END.length;
      pending = end === bytes.length ? [] : [bytes.subarray(end)];
      size = bytes.length - end;
      callbackify(checkedEvents)(bytes.subarray(0, end), checkOf, done);
    },
    flush: (done) => done(null, Buffer.concat(pending)),
  });
}

async function checkedEvents(bytes: Buffer, checkOf: RelayedValues): Promise<Buffer> {
  const events: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const to = bytes.indexOf(END, from) + END.length;
    const event = bytes.subarray(from, to);
    const name = /^event: (.*)$/m.exec(event.toString('latin1', 0, HEAD_BYTES))?.[1];
    const check = name === undefined ? null : checkOf(name);
    events.push(check === null ? event : await checkedEvent(event, check));
    from = to;
  }
  return events.length === 1 ? (events[0] as Buffer) : Buffer.concat(events);
}

async function checkedEvent(event: Buffer, hasChanged: RelayedCheck): Promise<Buffer> {
  const text = event.toString();
  const data = /^data: (.*)$/m.exec(text);
  const value = data && (await parseJsonInSlices(data[1] ?? '').catch(() => null));
  if (data === null || !hasChanged(value)) return event;
  return Buffer.from(text.replace(data[0], () => `data: ${JSON.stringify(value)}`));
}
