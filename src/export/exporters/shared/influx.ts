import type { HttpAnswer } from '../../../net/deliver/http-answer.ts';
import { type DeliveryVerdict, verdictOf } from '../../../net/deliver/verdict.ts';
import type { Encode, Opening } from '../exporter.ts';
import { withFixedTypes } from './fixed-types.ts';
import { type LineOptions, linePayloadsOf } from './line-protocol.ts';

export const lineEncoder = ({
  options,
  plugins,
}: Pick<Opening, 'plugins'> & { options: LineOptions }): Encode =>
  withFixedTypes(plugins, (cycle) => linePayloadsOf(cycle, options));

/** A partial write stored the rest, which is not sent again. */
export function judgeWrite(answer: HttpAnswer, now: number): DeliveryVerdict {
  const verdict = verdictOf(answer, now);
  const dropped = /dropped=(\d+)/.exec(answer.body)?.[1];
  if (
    answer.status !== 400 ||
    !answer.body.includes('partial write') ||
    dropped === undefined ||
    Number(dropped) === 0
  )
    return verdict;
  return { kind: 'sent', answer: verdict.answer, refused: Number(dropped) };
}
