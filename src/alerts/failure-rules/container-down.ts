/** CONTAINER_DOWN: a container ended without being stopped. */
import { numberOrNull } from '../../core/members.ts';
import { defineFailureRule, UNREAD } from '../../core/failure-rule.ts';
import type { Finding } from '../../core/event.ts';
import type { Served, ServedMember } from '../../core/served.ts';
import { detailsOf, isSilent, labelOf, nameOf, STATES } from './containers.ts';
import { saying, type Sentence } from '../../core/said.ts';

/** Success, and SIGTERM. */
const FINE: ReadonlySet<ServedMember> = new Set([0, 143]);
/** A container that ends sooner never worked, or is a job. */
const LEAST_RUN_S = 60;

/** Ended with a failure; whether it was requested is another question. */
function hasFailed({ running, exit_code: code, reason }: Served): boolean {
  return running !== true && numberOrNull(code) !== null && (!FINE.has(code) || reason === 'OOM');
}

const ranFor = ({ started, ended }: Served): number =>
  (numberOrNull(ended) ?? 0) - (numberOrNull(started) ?? Infinity);

/** A container that its restart policy has given up was to run. */
const hadBegun = (item: Served): boolean =>
  ranFor(item) >= LEAST_RUN_S || (numberOrNull(item['restarts']) ?? 0) > 0;

export const containerDown = defineFailureRule({
  name: 'CONTAINER_DOWN',
  description:
    'A container exits with a code other than 0 and 143, or runs out of memory, without a request to stop. It ran for at least a minute, or its restart policy has given up. The alert ends when the container runs again or is removed.',
  level: 'WARNING',
  plugin: 'containers',
  inputs: STATES,
  create() {
    let firstAt: number | null = null;
    return ({ values: { states }, ongoing, time }) => {
      if (states === null) return UNREAD;
      const isFirst = firstAt === null;
      const since = (firstAt ??= time);
      /** Of an end before this agent, it may be known only now that nobody requested it: that is no news. */
      const isNews = (item: Served): boolean =>
        isFirst || ongoing.has(nameOf(item)) || (numberOrNull(item['ended']) ?? 0) * 1000 >= since;
      const failed = states.filter((item) => hasFailed(item) && hadBegun(item) && isNews(item));
      const isUnknown = (item: Served): boolean => isSilent(item) || item['planned'] === null;
      return {
        findings: failed.filter((item) => !isSilent(item) && item['planned'] === false).map(findingOf),
        unknown: [...states.filter(isSilent), ...failed.filter(isUnknown)].map(nameOf),
      };
    };
  },
});

function findingOf(item: Served): Finding {
  const { exit_code: code, reason, restarts } = item;
  return {
    subject: nameOf(item),
    label: labelOf(item),
    ...endOf(item),
    details: {
      ...detailsOf(item),
      exit_code: Number(code),
      reason: String(reason),
      ...(numberOrNull(restarts) !== null && { restarts: Number(restarts) }),
    },
  };
}

function endOf(item: Served): Sentence {
  const { exit_code: code, reason } = item;
  const values = { name: labelOf(item), span: { seconds: ranFor(item) } };
  if (reason === 'OOM') return saying('{name} ran out of memory and was killed after {span}.', values);
  return reason === 'exit'
    ? saying('{name} exited with code {code} after {span}.', { ...values, code: Number(code) })
    : saying('{name} was killed by {signal} after {span}.', { ...values, signal: String(reason) });
}
