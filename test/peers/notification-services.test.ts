/** Notifications to real servers: Alertmanager, and a broker of MQTT. */
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { describe, expect, it } from 'vitest';
import type { DeliveryVerdict } from '../../src/net/deliver/verdict.ts';
import { deliver } from '../../src/alerts/notify/channel.ts';
import type { Notice, NoticeEvent } from '../../src/core/notice.ts';
import type { Target } from '../../src/alerts/notify/target.ts';
import { send } from '../../src/alerts/notify/send.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { freePort } from '../support/free-port.ts';
import { httpSink } from '../support/http-sink.ts';
import { sampleEvent, sampleTarget } from '../support/notify.ts';
import { hasProgram, startServer } from '../support/real-server.ts';
import { lacking } from '../support/live-tools.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const ALERTMANAGER = '/usr/bin/prometheus-alertmanager';
const MOSQUITTO = '/usr/sbin/mosquitto';
for (const path of [ALERTMANAGER, MOSQUITTO])
  if (!hasProgram(path)) console.warn(`skipped: notifications (needs ${path})`);

const NOW = Math.floor(Date.now() / 1000);
const clock = { ...createFakeClock(), now: () => Date.now() };

const tell = (
  target: Target,
  kind: Notice['kind'],
  event: Partial<NoticeEvent> | null,
): Promise<DeliveryVerdict> => {
  const notice = {
    id: 'n-1',
    kind,
    host: 'web1',
    event: event && sampleEvent({ type: 'FS_/HOME', item: '/ho"me', begin: NOW - 60, ...event }),
  };
  return deliver(target, [notice], { send, clock, signal: AbortSignal.timeout(60_000) });
};

interface Received {
  status: string;
  alerts: { status: string; labels: Record<string, string>; annotations: Record<string, string> }[];
}

const lacksAlertmanager = !hasProgram(ALERTMANAGER) || lacking('Alertmanager', { realClock: true }) !== null;

describe.skipIf(lacksAlertmanager)('Alertmanager', () => {
  it('fires an alert from its begin to its end, with the severity of now', async () => {
    const receiver = await httpSink();
    const folder = temporaryTree({
      'config.yml': `route: { receiver: hook, group_by: [alertname], group_wait: 0s, group_interval: 1s, repeat_interval: 1h }
receivers: [{ name: hook, webhook_configs: [{ url: '${receiver.url}', send_resolved: true }] }]
`,
    });
    const port = await freePort();
    await startServer(
      ALERTMANAGER,
      [
        `--config.file=${join(folder, 'config.yml')}`,
        `--storage.path=${folder}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--cluster.listen-address=',
      ],
      { port },
    );
    const target = sampleTarget('alertmanager', { server: `http://127.0.0.1:${port}` });
    const taken = { kind: 'sent', answer: 'status 200' };
    const received = () =>
      receiver.requests
        .flatMap(({ body }) => (JSON.parse(body) as Received).alerts)
        .map(({ status, labels }) => `${status} ${labels['severity']}`);

    expect(await tell(target, 'begin', {})).toEqual(taken);
    await expect.poll(received).toContain('firing warning');
    const [first] = (JSON.parse(receiver.requests[0]?.body ?? '') as Received).alerts;
    expect(first?.labels).toEqual({
      alertname: 'FS_/HOME',
      instance: 'web1',
      item: '/ho"me',
      plugin: 'cpu',
      severity: 'warning',
    });
    expect(first?.annotations['summary']).toBe('WARNING: FS_/HOME 75.25 on web1');

    expect(await tell(target, 'change', { state: 'CRITICAL' })).toEqual(taken);
    await expect.poll(received).toContain('firing critical');
    await expect.poll(received).toContain('resolved warning');
    expect(await tell(target, 'end', { state: 'CRITICAL', end: NOW })).toEqual(taken);
    await expect.poll(received).toContain('resolved critical');
  });
});

describe.skipIf(!hasProgram(MOSQUITTO))('mosquitto', () => {
  const broker = async (config: string) => {
    const port = await freePort();
    const folder = temporaryTree({ 'm.conf': `listener ${port} 127.0.0.1\n${config}\n` });
    await startServer(MOSQUITTO, ['-c', `${folder}/m.conf`], { port });
    return port;
  };

  it('keeps a sensor of the class problem for each alert, on from its begin to its end', async () => {
    const port = await broker('allow_anonymous true');
    const target = sampleTarget('mqtt', { host: '127.0.0.1', port: String(port) });
    expect(await tell(target, 'begin', {})).toEqual({ kind: 'sent', answer: 'acknowledged' });
    await tell(target, 'begin', { type: 'MEM', item: null });
    await tell(target, 'end', { end: NOW });
    await tell(target, 'test', null);

    // Home Assistant that starts later.
    const late = await connectAsync(`mqtt://127.0.0.1:${port}`);
    const kept = new Map<string, string>();
    late.on('message', (topic, text) => void kept.set(topic, text.toString()));
    await late.subscribeAsync(['homeassistant/#', 'gander/#'], { qos: 1 });
    await expect.poll(() => kept.size).toBe(6);
    await late.endAsync();
    const sensors = [...kept].flatMap(([topic, text]) =>
      topic.endsWith('/config') ? [JSON.parse(text) as Record<string, string>] : [],
    );
    const states = sensors.map((one) => [
      one['name'],
      one['device_class'],
      kept.get(one['state_topic'] ?? ''),
    ]);
    expect(states.sort()).toEqual([
      ['FS_/HOME', 'problem', 'OFF'],
      ['MEM', 'problem', 'ON'],
    ]);
    const attributes = kept.get(sensors[0]?.['json_attributes_topic'] ?? '') ?? '';
    expect(JSON.parse(attributes)).toMatchObject({ host: 'web1', version: 1 });
    expect(new Set(sensors.map((one) => JSON.stringify(one['device'])))).toHaveProperty('size', 1);
  });

  it('says which password it does not accept', async () => {
    const port = await broker('allow_anonymous false');
    const login = { username: 'me', password: 'wrong' };
    const target = sampleTarget('mqtt', { host: '127.0.0.1', port: String(port), ...login });
    expect(await tell(target, 'begin', {})).toEqual({
      kind: 'again',
      answer: 'Connection refused: Not authorized',
    });
  });
});
