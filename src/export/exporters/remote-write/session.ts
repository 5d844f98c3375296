/** Sends requests of either version; converts them for receivers without 2.0. */
import type { HttpAnswer } from '../../../net/deliver/http-answer.ts';
import { type DeliveryVerdict, verdictOf } from '../../../net/deliver/verdict.ts';
import type { Session } from '../exporter.ts';
import { createHttpCaller, type HttpSetup } from '../shared/http.ts';
import { parseV2, toV1 } from './encode-v2.ts';

const HEADERS = {
  v1: {
    'content-type': 'application/x-protobuf',
    'x-prometheus-remote-write-version': '0.1.0',
  },
  v2: {
    'content-type': 'application/x-protobuf;proto=io.prometheus.write.v2.Request',
    'x-prometheus-remote-write-version': '2.0.0',
  },
} as const;

/** A receiver of 2.0 counts accepted samples; an older one stores nothing but may still reply 204. */
const WRITTEN = 'x-prometheus-remote-write-samples-written';

/** Phrases about samples whose time is rejected for good, with any status: Prometheus and Thanos, then Mimir. */
const TOO_OLD = /too old sample|out of bounds|timestamp[ -](?:is )?too[ -]old/i;

/** All samples of a request have one time: it and all older ones are rejected. */
function judge(answer: HttpAnswer, now: number): DeliveryVerdict {
  const verdict = verdictOf(answer, now);
  return answer.status >= 400 && TOO_OLD.test(answer.body)
    ? { kind: 'drop', answer: verdict.answer, isTooOld: true }
    : verdict;
}

export function createSession({ url, headers, certificates, verify }: HttpSetup): Session {
  const caller = createHttpCaller({ certificates, ...(verify !== undefined && { verify }) });
  /** Why 2.0 is not used; null: it can be. */
  let fallback: string | null = null;
  const post = (body: Uint8Array, version: keyof typeof HEADERS, signal: AbortSignal) =>
    caller.call({ url, method: 'POST', headers: { ...headers, ...HEADERS[version] }, body }, { signal });

  return {
    async send(bytes, { signal, now }) {
      // Queued requests may have the other version after a change of configuration.
      const request = firstByte(bytes) === FIRST_OF_V2 ? parseV2(bytes) : null;
      if (request === null) return judge(await post(bytes, 'v1', signal), now);
      if (fallback === null) {
        const answer = await post(bytes, 'v2', signal);
        const verdict = verdictOfV2(answer, request.series.length, now);
        if (verdict !== null) return verdict;
        fallback = `the target does not take remote write 2.0 (status ${answer.status}); it gets 1.0 until the next start`;
      }
      return judge(await post(toV1(request), 'v1', signal), now);
    },
    note: () => fallback,
    close: () => caller.close(),
  };
}

/** Null: the receiver does not understand version 2.0. */
function verdictOfV2(answer: HttpAnswer, samples: number, now: number): DeliveryVerdict | null {
  const { status, headers } = answer;
  const written = headers[WRITTEN];
  const verdict = judge(answer, now);
  if (status === 415) return null;
  if (verdict.isTooOld === true) return verdict;
  if (written === undefined) return verdict.kind === 'sent' || status === 400 ? null : verdict;
  if (verdict.kind === 'again' || verdict.kind === 'wait') return verdict;
  // It rejected the others for good.
  const refused = Math.max(0, samples - Number(written));
  return { kind: 'sent', answer: verdict.answer, ...(refused > 0 && { refused }) };
}

/** Tag of `Request.symbols`. */
const FIRST_OF_V2 = 0x22;

/** Offset in compressed bytes after the length (a varint) and the first literal's header. github.com/google/snappy, format_description.txt */
function firstByte(block: Uint8Array): number | undefined {
  let at = 0;
  while ((block[at] ?? 0) >= 0x80) at += 1;
  const length = (block[at + 1] ?? 0) >> 2;
  return block[at + 2 + (length < 60 ? 0 : length - 59)];
}
