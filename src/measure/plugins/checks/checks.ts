import { constant, gauge, text } from '../../../core/fields.ts';
import { definePlugin } from '../../../core/plugin.ts';
import type { CheckResult } from '../../../core/check-result.ts';
import { checkResults } from '../../sources/check-results.ts';

const DAY_MS = 86_400_000;
/** Results that arrive close to each other are shown together. */
const GATHER_MS = 100;

const UNCHECKED = 'it has not been checked yet';
const unmeasured = { nullWhen: 'nothing was measured in this time' } as const;

const fields = {
  name: text('Identity: port_N or web_N as in [ports], or beat_NAME. port_0 is the default gateway.', {
    metric: { label: 'check' },
  }),
  description: text('Display name.', { metric: { info: 'description' } }),
  kind: text('Kind: ping, tcp, dns, web, or beat for a call of another program.', {
    metric: { info: 'kind' },
  }),
  target: text('What is checked, without secrets.', { metric: { info: 'target' } }),
  up: gauge('number', 'Success: 1 after a success, 0 after a failure.', {
    nullWhen: `${UNCHECKED}, or could not be`,
    range: [0, 1],
    metric: { name: 'up', unit: null },
  }),
  response: gauge('second', 'Time until the answer.', {
    nullWhen: 'there has been no answer yet, or not to the last check',
  }),
  loss: gauge('percent', 'Share of lost echo requests.', {
    nullWhen: 'it is not a ping, or has not been sent yet',
  }),
  certificate_days: gauge('number', 'Days until the certificate of a web page expires.', {
    nullWhen: 'it is not a web page with a certificate, or has not answered yet',
    // A certificate that has expired has negative ones.
    range: [-100_000, 100_000],
    metric: { name: 'certificate expiry', unit: 'second', factor: DAY_MS / 1000 },
  }),
  failures: constant('number', 'Failures in a row.', { metric: 'skip' }),
  interface: text('Interface through which the target was reached last.', { sparse: true }),
  gateway: text('Router through which the target was reached last.', { sparse: true }),
  reason: text('Why it is not up, or why that is not known.', {
    nullWhen: 'it is up, or has not been checked yet',
  }),
  since: constant('timestamp', 'Since when it has been up or down, as far as this run knows.', {
    nullWhen: UNCHECKED,
    metric: 'skip',
  }),
  checked: constant('timestamp', 'Time of the last result.', { nullWhen: UNCHECKED, metric: 'skip' }),
  due: constant('timestamp', 'When the next call of another program is due.', {
    nullWhen: 'the agent checks it itself',
    metric: 'skip',
  }),
  availability_day: constant('percent', 'Successful share of the measured time, last 24 hours.', unmeasured),
  availability_week: constant('percent', 'Successful share of the measured time, last 7 days.', unmeasured),
  availability_month: constant('percent', 'Successful share of the measured time, last 30 days.', unmeasured),
};

const inSeconds = (ms: number | null): number | null => (ms === null ? null : Math.round(ms) / 1000);

/** Results of all checks with history: the plugin ports, and heartbeats of programs. */
export default definePlugin({
  name: 'checks',
  shape: 'list',
  key: 'name',
  description: 'Whether checks succeed, since when, and in which share of the time.',
  refresh: 30,
  fields,
  create({ host: { clock }, refresh, again, instance }) {
    const results = instance(checkResults);
    const { availability } = results;
    results.changed.on(() => again(GATHER_MS));
    let readAt: number | null = null;
    /** While the machine slept nothing was measured. */
    const mostMs = refresh * 2000;
    const itemOf = ({ expires, since, checked, due, up, ...result }: CheckResult, now: number) => {
      const { day, week, month } = availability.shares(result.name, now);
      return {
        ...result,
        up: up === null ? null : Number(up),
        certificate_days: expires === null ? null : Math.floor(((expires - now) / DAY_MS) * 10) / 10,
        since: inSeconds(since),
        checked: inSeconds(checked),
        due: inSeconds(due),
        availability_day: day,
        availability_week: week,
        availability_month: month,
      };
    };
    return {
      read() {
        const [now, at] = [clock.now(), clock.monotonic()];
        const passed = readAt === null ? 0 : at - readAt;
        readAt = at;
        const all = results.all();
        if (passed <= mostMs)
          for (const { name, up } of all) if (up !== null) availability.record(name, now, passed, up);
        return all.map((result) => itemOf(result, now));
      },
    };
  },
});
