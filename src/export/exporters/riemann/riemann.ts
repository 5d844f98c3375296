import type { DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import { exportedNumber } from '../../metrics/points.ts';
import { defineExporter } from '../exporter.ts';
import { hostOption, portOption } from '../shared/options.ts';
import { fieldsIn, ProtoWriter } from '../shared/protobuf.ts';
import { readAnswer, tcpSession } from '../shared/tcp.ts';

const options = { host: hostOption(), port: portOption(5555) };

const EVENTS_AT_ONCE = 500;

/** Riemann: events as protobuf over TCP, each message after its length. https://github.com/riemann/riemann-c-client */
export default defineExporter({
  name: 'riemann',
  description: 'Riemann, as events over TCP.',
  options,
  target: ({ host, port }) => `${host}:${port}`,
  encoder: () => (cycle) => {
    const { host, time } = cycle;
    const events = cycle.points().flatMap((point) =>
      point.fields.flatMap(([field, text]) => {
        const value = exportedNumber(point, field, text);
        const service = `${point.plugin} ${point.key === null ? field : `${point.item}.${field}`}`;
        return value === null ? [] : [eventBytes({ service, host, time, ttl: 3 * cycle.interval, value })];
      }),
    );
    const payloads = [];
    for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
      const some = events.slice(from, from + EVENTS_AT_ONCE);
      payloads.push({ bytes: Buffer.concat(some), samples: some.length });
    }
    return payloads;
  },
  split(bytes) {
    const events = fieldsIn(bytes) ?? [];
    const half = Math.ceil(events.length / 2);
    return events.length < 2
      ? null
      : [Buffer.concat(events.slice(0, half)), Buffer.concat(events.slice(half))];
  },
  open({ options: { host, port } }) {
    const session = tcpSession({ host, port });
    return {
      ...session,
      async send(bytes, context) {
        const framed = Buffer.alloc(4 + bytes.length);
        framed.writeUInt32BE(bytes.length);
        framed.set(bytes, 4);
        return readAnswer(await session.write(framed, context), context.signal, answerIn);
      },
    };
  },
});

interface Event {
  service: string;
  host: string;
  time: number;
  ttl: number;
  value: number;
}

/** `Msg { events = 6 }` with one event: time 1, service 3, host 4, ttl 8 (float), metric_d 14 (double). */
function eventBytes({ service, host, time, ttl, value }: Event): Uint8Array {
  const seconds = Buffer.alloc(4);
  seconds.writeFloatLE(ttl);
  return new ProtoWriter()
    .message(6, (event) =>
      event
        .uint(1, Math.floor(time / 1000))
        .text(3, service)
        .text(4, host)
        .tag(8, 5)
        .raw(seconds)
        .double(14, value),
    )
    .finish();
}

/** `Msg { ok = 2, error = 3 }` after its length. */
function answerIn(received: Buffer): DeliveryVerdict | null {
  if (received.length < 4 || received.length < 4 + received.readUInt32BE()) return null;
  const message = received.subarray(4, 4 + received.readUInt32BE());
  // ok is field 2, a number: 1 is yes.
  if (message[0] === 0x10 && message[1] === 1) return { kind: 'sent', answer: 'ok' };
  const text = message.toString('utf8').replaceAll(/[^ -~]+/g, ' ');
  return { kind: 'split', answer: text.trim() };
}
