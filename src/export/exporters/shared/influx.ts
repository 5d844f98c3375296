import type { HttpAnswer } from '../../../net/deliver/http-answer.ts';
import { type DeliveryVerdict, verdictOf } from '../../../net/deliver/verdict.ts';
import type { Encode, Opening } from '../exporter.ts';
import { withFixedTypes } from './fixed-types.ts';
import { type LineOptions, linePayloadsOf } from './line-protocol.ts';
import { splitGzip } from './lines.ts';
import { prefixOption, tagsOption, verifyOption } from './options.ts';

/** Last keys of the sections. */
export const WRITE_OPTIONS = { prefix: prefixOption(''), tags: tagsOption(), verify_ssl: verifyOption() };

/** Members shared by the exporters of all InfluxDB versions. */
export const LINE_WRITER = {
  isOrderFree: true,
  encoder: ({ options, plugins }: Pick<Opening, 'plugins'> & { options: LineOptions }): Encode =>
    withFixedTypes(plugins, (cycle) => linePayloadsOf(cycle, options)),
  split: splitGzip,
} as const;

export const WRITE_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'content-encoding': 'gzip',
} as const;

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
