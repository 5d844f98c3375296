import { integerOption, parsedOption } from '../../../core/options.ts';
import { parseWebUrl } from '../../../net/deliver/parse.ts';
import type { Message } from '../message.ts';
import { defineTarget } from '../target-type.ts';
import { below, jsonPost } from './json-post.ts';
import { loginHeader, loginOptions, loginProblem } from './login.ts';

const TEST_MS = 60_000;
/** Display time of momentary events such as a reboot. */
const MOMENT_MS = 3_600_000;

const isoOf = (ms: number): string => new Date(ms).toISOString();

/**
 * https://prometheus.io/docs/alerting/latest/clients: labels are the identity of an alert, so a warning that becomes critical is
 * another one and ends. Without `endsAt`, Alertmanager would resolve an alert after its `resolve_timeout`.
 */
export const alertmanager = defineTarget({
  type: 'alertmanager',
  description: 'Alerts of the Alertmanager of Prometheus (API v2), which the end of an alert resolves.',
  options: {
    server: parsedOption(parseWebUrl, 'Address of Alertmanager.', 'http://localhost:9093'),
    resolve_after: integerOption(
      604_800,
      'Seconds after which Alertmanager resolves an alert without further messages.',
      [60, 31_536_000],
    ),
    ...loginOptions,
  },
  required: ['server'],
  separate: true,
  check: loginProblem,
  compose(message, { server, resolve_after, ...login }, now) {
    const lastMs = resolve_after * 1000;
    return jsonPost(
      below(server as URL, 'api/v2/alerts'),
      alertsOf(message, now, lastMs),
      loginHeader(login),
    );
  },
});

function alertsOf({ notice, title, text, link }: Message, now: number, lastMs: number): object[] {
  const { event, host, kind } = notice;
  const alert = (severity: string, startsAt: number, endsAt: number): object => ({
    labels: {
      alertname: event?.type ?? 'GANDER_TEST',
      instance: host,
      severity,
      ...(event !== null && { plugin: event.plugin, ...(event.item !== null && { item: event.item }) }),
    },
    annotations: { summary: title, description: text },
    startsAt: isoOf(startsAt),
    endsAt: isoOf(endsAt),
    ...(link !== null && { generatorURL: link }),
  });
  if (event === null) return [alert('none', now, now + TEST_MS)];
  const begin = event.begin * 1000;
  // Momentary events (a reboot) have no notification of their end.
  const lasts = event.end < 0 ? lastMs : MOMENT_MS;
  const last = kind === 'end' ? Math.max(event.end, event.begin) * 1000 : now + lasts;
  const current = alert(event.state.toLowerCase(), begin, last);
  return kind === 'change' ? [alert('warning', begin, now), current] : [current];
}
