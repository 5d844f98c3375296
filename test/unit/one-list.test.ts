/** Alerts on the list and in notifications have the same words, level, begin, culprits and link. */
import { FAILURE_RULES } from '../../src/alerts/failure-rules/index.ts';
import { createSilenced } from '../../src/alerts/silences/silenced.ts';
import { expect, it } from 'vitest';
import type { AlertChange } from '../../src/core/event.ts';
import { createSignal } from '../../src/core/parts/signal.ts';
import { alertSource } from '../support/alert-source.ts';
import { CLOCK } from '../../src/core/alert-feeds.ts';
import type { Alert } from '../../src/core/alert.ts';
import { gauge } from '../../src/core/fields.ts';
import { definePlugin, type Plugin } from '../../src/core/plugin.ts';
import type { PluginValue, Served } from '../../src/core/served.ts';
import { createJudge } from '../../src/measure/levels/judge.ts';
import { limitsOf } from '../../src/measure/levels/limits.ts';
import { plugins as REGISTRY } from '../../src/measure/plugins/index.ts';
import alert from '../../src/measure/plugins/alert/alert.ts';
import { createAgent } from '../../src/run/parts/agent.ts';
import { createAlertBoard } from '../../src/run/parts/alert-board.ts';
import { type NotificationSetup, openNotifications } from '../../src/run/parts/notifications.ts';
import { composeMessage } from '../../src/alerts/notify/message.ts';
import type { EventNotice } from '../../src/core/notice.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { testSettings } from '../support/recorded-agent.ts';
import { hostWith } from '../support/sampling.ts';

const PAGE = new URL('https://gander.example.org/');

async function started() {
  const use = { total: 10 };
  const cpu = definePlugin({
    name: 'cpu',
    description: '',
    shape: 'object',
    fields: {
      total: gauge('percent', '', { level: { header: 'total', log: true, limits: [50, 70, 90] } }),
    },
    create: () => ({ read: () => ({ total: use.total }) }),
  });
  const plugins = [alert, cpu] as unknown as Plugin[];
  const clock = createFakeClock();
  const host = hostWith(clock);
  const notices: EventNotice[] = [];
  const notifier = {
    notify: async (notice: EventNotice) => void notices.push(notice),
    recall() {},
    start() {},
  };
  const changed = createSignal<AlertChange>();
  const delays = { total_warning_for: '0', total_critical_for: '0' };
  const agent = createAgent({
    host,
    registry: plugins,
    settings: testSettings(plugins, { cpu: delays }),
    cores: 1,
    kinds: { clock_off: true },
    onAlert: changed.emit,
  });
  const board = createAlertBoard({
    ...agent,
    silences: null,
    isSilenced: () => false,
    states: agent.sampler.states,
    ongoing: () => agent.events?.standing() ?? [],
    now: clock.now,
    notifies: () => true,
    parentOf: () => null,
    notified: () => [],
  });
  openNotifications({
    targets: {
      receivers: () => [],
      options: () => ({ notify: {}, fleet: { notify: 'auto' } }),
      changed: createSignal(),
    },
    sources: [alertSource({ changed })],
    shown: board.shown,
    causes: null,
    environment: {},
    host: { ...host, isLocal: false, readText: () => 'web1' },
    log: { write() {} },
    port: 1,
    browsers: null,
    silenced: createSilenced(null),
    silences: null,
    openWith: () => notifier,
  } as unknown as NotificationSetup);
  const start = agent.sampler.start();
  await clock.advance(120);
  await start;
  return {
    agent,
    clock,
    use,
    alerts: () => board.verdict().alerts,
    notices: () => notices.splice(0),
  };
}

/** What a row of the list and a notification must have in common. */
const common = ({ level, type, item, since, sentence, subject, link, who }: Alert) => ({
  title: `${level}: ${sentence} on web1`,
  link: new URL(link, PAGE).href,
  subject,
  event: { type, item, begin: Number(since) / 1000, top: [...who] },
});

function commonOf({ kind, event, host }: EventNotice) {
  const { title, link } = composeMessage([{ id: 'n', kind, event, host }] as never, PAGE);
  const { type, item, begin, top, shown } = event;
  return { title, link, subject: shown?.subject, event: { type, item, begin, top } };
}

it('agree on a value at its threshold, from its begin to its end, over a short gap too', async () => {
  const { clock, use, alerts, notices } = await started();
  use.total = 80;
  await clock.advance(4000);
  const [begun] = notices();
  const [row] = alerts();
  expect(row).toMatchObject({ level: 'WARNING', sentence: 'CPU at 80.0 %', chart: 'cpu/total' });
  expect(commonOf(begun as EventNotice)).toEqual(common(row as Alert));
  // The event ends; its alert continues.
  use.total = 69;
  await clock.advance(30_000);
  use.total = 95;
  await clock.advance(4000);
  const [worse] = notices();
  const [critical] = alerts();
  expect(critical).toMatchObject({ level: 'CRITICAL', sentence: 'CPU at 95.0 %', since: row?.since });
  expect(commonOf(worse as EventNotice)).toEqual(common(critical as Alert));
  use.total = 5;
  await clock.advance(300_000);
  const [ended] = notices();
  expect(alerts()).toEqual([]);
  expect(commonOf(ended as EventNotice).title).toBe('Ended: CPU on web1');
});

it('agree on a failure that an alert kind has found', async () => {
  const { agent, clock, alerts, notices } = await started();
  agent.failureRules?.publish(CLOCK, { isSynchronized: true, offset: 0 });
  await clock.advance(2000);
  agent.failureRules?.publish(CLOCK, { isSynchronized: true, offset: 5 });
  await clock.advance(2000);
  const [begun] = notices();
  const [row] = alerts();
  expect(row).toMatchObject({ kind: 'CLOCK_OFF', level: 'WARNING', sentence: 'The clock is 5.0 s off' });
  expect(commonOf(begun as EventNotice)).toEqual(common(row as Alert));
});

const STATES: readonly (readonly [kind: string, plugin: string, item: Served])[] = [
  ['PORT_DOWN', 'ports', { key: 'indice', indice: 'port_1', host: 'db', port: 5432, status: false }],
  ['WEB_DOWN', 'ports', { key: 'indice', indice: 'web_1', url: 'http://db/', status: 'Error' }],
  ['CONTAINER_UNHEALTHY', 'containers', { key: 'name', name: 'web', status: 'unhealthy' }],
  ['UNIT_FAILED', 'units', { key: 'name', name: 'web.service', active_state: 'failed' }],
];

it.each(STATES)('%s is notified at the level that %s serves', (kind, name, item) => {
  const plugin = REGISTRY.find((one) => one.name === name) as Plugin;
  const judge = createJudge(plugin, limitsOf(plugin, { section: {}, historySize: 1, cores: 1 }));
  const levels = judge([item] as PluginValue).map(({ level }) => level);
  expect(levels).toContain(FAILURE_RULES.find((one) => one.name === kind)?.level);
});
