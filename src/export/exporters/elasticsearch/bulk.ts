/** Requests of `_bulk`: the request may succeed although single documents failed. */
import { parsedJson } from '../../../core/parsed-json.ts';
import { adopt } from '../../../core/adopt.ts';
import { flag, listOf, loose, number, orNull, text, type TypeOf } from '../../../core/shape.ts';
import { type DeliveryVerdict, verdictOf } from '../../../net/deliver/verdict.ts';
import type { Session } from '../exporter.ts';
import { createHttpCaller, type HttpSetup } from '../shared/http.ts';

const ITEM = loose({ status: number(), error: loose({ reason: text() }) }, ['status']);
type Item = TypeOf<typeof ITEM>;
/** Items are in the order of the documents. */
const BULK_ANSWER = loose({ errors: flag(), items: listOf(orNull(loose({ index: ITEM }))) });
const answerIn = adopt(BULK_ANSWER);

/** A batch that the target has partly accepted. */
interface Begun {
  readonly bytes: Uint8Array;
  readonly documents: readonly string[];
  /** Values in documents that it rejected for good. */
  readonly refused: number;
  /** Its reason; null: none was rejected. */
  readonly reason: string | null;
}

/** Two lines each: the action and the document. */
export function documentsIn(bytes: Uint8Array): string[] {
  const lines = Buffer.from(bytes).toString('utf8').split('\n');
  const length = Math.floor(lines.length / 2);
  return Array.from({ length }, (_, at) => `${lines[2 * at]}\n${lines[2 * at + 1]}\n`);
}

/** Repeated batches contain only the documents that the target has not accepted. */
export function bulkSession({ url, headers, ...tls }: HttpSetup): Session {
  const caller = createHttpCaller(tls);
  let begun: Begun | null = null;
  return {
    async send(bytes, { signal, now }) {
      const again = begun !== null && Buffer.compare(begun.bytes, bytes) === 0 ? begun : null;
      const body = again === null ? bytes : Buffer.from(again.documents.join(''));
      const answer = await caller.call({ url, method: 'POST', headers, body }, { signal });
      const verdict = verdictOf(answer, now);
      if (verdict.kind !== 'sent') return verdict;
      const judged = judge(again ?? fresh(bytes), answerIn(parsedJson(answer.body)) ?? {}, verdict);
      begun = judged.left;
      return judged.verdict;
    },
    close: () => caller.close(),
  };
}

const fresh = (bytes: Uint8Array): Begun => ({
  bytes,
  documents: documentsIn(bytes),
  refused: 0,
  reason: null,
});

function judge(
  { bytes, documents, ...before }: Begun,
  { errors = false, items = [] }: TypeOf<typeof BULK_ANSWER>,
  sent: DeliveryVerdict,
): { verdict: DeliveryVerdict; left: Begun | null } {
  const failed = documents.flatMap((document, at) => {
    const item = errors ? items[at]?.index : undefined;
    return item !== undefined && item.status >= 300 ? [{ document, item }] : [];
  });
  const passing = failed.filter(({ item }) => isPassing(item));
  const lasting = failed.filter(({ item }) => !isPassing(item));
  const refused = before.refused + lasting.reduce((sum, { document }) => sum + valuesIn(document), 0);
  const reason = before.reason ?? (lasting[0] === undefined ? null : reasonOf(lasting[0].item));
  if (passing[0] !== undefined)
    return {
      verdict: { kind: 'again', answer: reasonOf(passing[0].item) },
      left: { bytes, documents: passing.map(({ document }) => document), refused, reason },
    };
  return { verdict: reason === null ? sent : { kind: 'sent', answer: reason, refused }, left: null };
}

const isPassing = ({ status }: Item): boolean => status === 429 || status >= 500;

const reasonOf = ({ status, error }: Item): string => error?.reason ?? `status ${status}`;

/** Fields besides plugin, host and time. */
const valuesIn = (document: string): number =>
  Object.keys(Object(parsedJson(document.slice(document.indexOf('\n'))))).length - 3;
