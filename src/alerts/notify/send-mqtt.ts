/** MQTT messages (package `mqtt`) over a connection of their own. */
import { isIP, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { inTime } from '../../net/deliver/in-time.ts';
import type { LoadPackage } from '../../net/deliver/packages.ts';
import type { DeliveryVerdict } from '../../net/deliver/verdict.ts';
import { openSocket } from './open-socket.ts';
import type { MqttDelivery, SendContext } from './target-type.ts';

const CONNECT_MS = 10_000;

/** Rejects if the broker does not acknowledge all of them. */
export async function publishAll(
  { server, messages }: MqttDelivery,
  context: SendContext,
  load: LoadPackage,
): Promise<DeliveryVerdict> {
  const { signal, ca } = context;
  const { MqttClient } = await load('mqtt');
  const socket = await openSocket(server, context);
  const client = new MqttClient(() => (server.tls ? secured(socket, server.host, ca) : socket), {
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    ...server.login,
  });
  const connected = new Promise<void>((resolve, reject) => {
    client.on('connect', () => resolve());
    client.on('error', reject);
    client.on('close', () => reject(new Error('the connection was closed')));
  });
  try {
    await inTime(connected, signal);
    for (const { topic, text, isRetained } of messages)
      await inTime(client.publishAsync(topic, text, { qos: 1, retain: isRetained }), signal);
    return { kind: 'sent', answer: 'acknowledged' };
  } finally {
    await client.endAsync(true).catch(() => {});
  }
}

/** TLS whose certificate is for the host. */
const secured = (socket: Socket, host: string, ca: string | null): Socket =>
  connect({ socket, host, ...(isIP(host) === 0 && { servername: host }), ...(ca !== null && { ca }) });
