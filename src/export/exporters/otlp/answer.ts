/** Outcome of a collector's reply, encoded like the request. https://opentelemetry.io/docs/specs/otlp/#otlphttp-response */
import { parseAs } from '../../../core/files/state-file.ts';
import { either, loose, number, text } from '../../../core/shape.ts';
import { answerText, type WholeAnswer } from '../../../net/deliver/http-answer.ts';
import { singleLine } from '../../../net/deliver/plain-text.ts';
import { type DeliveryVerdict, verdictOf } from '../../../net/deliver/verdict.ts';
import { membersOf } from '../shared/protobuf.ts';

/** Statuses that the specification allows to retry; all others are final. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export function judge(given: WholeAnswer, now: number): DeliveryVerdict {
  const answer = readable(given);
  const verdict = verdictOf(answer, now);
  if (verdict.kind === 'sent') return partial(given, verdict);
  if (PASSING.has(answer.status) || verdict.kind === 'wait') return verdict;
  return { kind: 'drop', answer: answerText(answer) };
}

const isProtobuf = ({ headers }: WholeAnswer): boolean =>
  String(headers['content-type']).startsWith('application/x-protobuf');

/** Decodes the body, which is `google.rpc.Status { message = 2 }`. */
function readable(answer: WholeAnswer): WholeAnswer {
  if (!isProtobuf(answer) || answer.status < 300) return answer;
  const message = membersOf(answer.bytes)?.get(2);
  return {
    ...answer,
    body: typeof message === 'object' ? singleLine(Buffer.from(message).toString('utf8'), 200) : '',
  };
}

/** A partial success counts rejected points; the others are not sent again. */
function partial(answer: WholeAnswer, verdict: DeliveryVerdict): DeliveryVerdict {
  const { refused, message } = isProtobuf(answer) ? inProtobuf(answer.bytes) : inJson(answer.body);
  return refused > 0 ? { kind: 'sent', answer: message || 'partial success', refused } : verdict;
}

interface Partial {
  readonly refused: number;
  readonly message: string;
}
const answerIn = parseAs(
  loose({ partialSuccess: loose({ rejectedDataPoints: either(text(), number()), errorMessage: text() }) }),
);

/** `ExportMetricsServiceResponse { partial_success = 1 { rejected_data_points = 1, error_message = 2 } }` */
function inProtobuf(bytes: Uint8Array): Partial {
  const success = membersOf(bytes)?.get(1);
  const members = typeof success === 'object' ? membersOf(success) : null;
  const [refused, message] = [members?.get(1), members?.get(2)];
  return {
    refused: typeof refused === 'number' ? refused : 0,
    message: typeof message === 'object' ? singleLine(Buffer.from(message).toString('utf8'), 200) : '',
  };
}

function inJson(text: string): Partial {
  const { rejectedDataPoints = 0, errorMessage = '' } = answerIn(text).value?.partialSuccess ?? {};
  const refused = Number(rejectedDataPoints);
  return { refused: refused > 0 ? refused : 0, message: singleLine(errorMessage, 200) };
}
