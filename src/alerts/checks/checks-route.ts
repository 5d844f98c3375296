/** `/api/checks`: results of all checks with their availability, beside the frozen versions of the API. */
import type { Shares } from '../../core/availability.ts';
import type { CheckResult } from '../../core/check-result.ts';
import { optional } from '../../core/parts/service.ts';
import { answering } from '../../http/server/answer.ts';
import { closed, integer, listOf, number, oneOf, orNull, text } from '../../core/shape.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Now } from '../../http/route/services.ts';
import { Heartbeat } from '../heartbeat/heartbeat.ts';

const time = (description: string) =>
  orNull(integer(`${description}, in milliseconds since 1970; null where there is none.`));
const amount = (description: string) => orNull(number(description));
const percent = (period: string) =>
  amount(`Last ${period}; null where nothing was measured. Time without a result does not count.`);

const CHECK = closed('A check.', {
  name: text(
    'Identity: `port_N` or `web_N` as in `[ports]`, or `beat_NAME`. `port_0` is the default gateway.',
  ),
  description: text('Display name.'),
  kind: oneOf(['ping', 'tcp', 'dns', 'web', 'beat'], 'beat: calls of another program.'),
  target: text('What is checked, without secrets.'),
  state: oneOf(['up', 'down', 'unknown'], 'unknown: not checked yet, or the check was not possible.'),
  since: time('Since when it has been up or down, as far as this run knows'),
  reason: orNull(text('Why it is not up, or why that is not known; null: neither.')),
  failures: integer('Failures in a row.'),
  response: amount(
    'Response time in seconds; of a beat, the duration of its work; null: none yet, or no answer.',
  ),
  loss: amount('Lost echo requests in percent; null: it sends none.'),
  checked: time('The last result'),
  due: time('When the next call of a beat is due'),
  certificate_expires: time('When the certificate of a web page expires'),
  availability: closed('Successful share of the measured time in percent, rounded down.', {
    day: percent('24 hours'),
    week: percent('7 days'),
    month: percent('30 days'),
  }),
});

const HEARTBEAT = orNull(
  closed('Calls of the service that `[heartbeat]` names; null: none is configured.', {
    target: text('Host of the service; the address is secret.'),
    state: oneOf(['starting', 'ok', 'failing'], 'starting: no call yet.'),
    reason: orNull(text('Why the last call failed; null: it succeeded, or there was none.')),
    last_success: time('The last call that succeeded'),
    last_try: time('The last call'),
    next_try: time('The next call'),
  }),
);

export const checksRoute = defineRoute({
  path: '/api/checks',
  access: 'viewer',
  uses: { agent: AgentParts, heartbeat: optional(Heartbeat), now: Now },
  id: 'getAllChecks',
  tag: SERVICE,
  summary: 'State and availability of all checks',
  description:
    'Hosts, ports, names and web pages of `[ports]`, calls of other programs (beats), and the heartbeat of the agent.',
  answer: closed('All checks.', { checks: listOf(CHECK), heartbeat: HEARTBEAT }),
  says: 'All checks, and the heartbeat.',
  example: {
    checks: [
      {
        name: 'web_1',
        description: 'shop.example',
        kind: 'web',
        target: 'https://shop.example',
        state: 'down',
        since: 1_795_824_000_000,
        reason: 'https://shop.example answers 503 (expected 200)',
        failures: 3,
        response: 0.182,
        loss: null,
        checked: 1_795_824_060_000,
        due: null,
        certificate_expires: 1_798_416_000_000,
        availability: { day: 99.861, week: 99.98, month: 99.995 },
      },
    ],
    heartbeat: {
      target: 'hc-ping.com:443',
      state: 'ok',
      reason: null,
      last_success: 1_795_824_055_000,
      last_try: 1_795_824_055_000,
      next_try: 1_795_824_115_000,
    },
  },
  handler: answering(({ agent: { checks }, heartbeat, now }) => ({
    checks: checks.all().map((check) => checkOf(check, checks.availability.shares(check.name, now()))),
    heartbeat: heartbeat?.state() ?? null,
  })),
});

const STATES = new Map([
  [true, 'up'],
  [false, 'down'],
]);

const whole = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));

function checkOf({ up, expires, since, checked, due, ...check }: CheckResult, availability: Shares) {
  return {
    ...check,
    state: up === null ? 'unknown' : STATES.get(up),
    since: whole(since),
    checked: whole(checked),
    due: whole(due),
    certificate_expires: whole(expires),
    availability,
  };
}
