/** MQTT messages (package `mqtt`) over a connection of their own. */
import { isIP } from 'node:net';
import { inTime } from '../deliver/in-time.ts';
import type { LoadPackage } from '../deliver/packages.ts';
import type { DeliveryVerdict } from '../deliver/verdict.ts';
import { checkedAddress } from './checked-address.ts';
import type { MqttDelivery, SendContext } from './target-type.ts';

interface Client {
  publishAsync(topic: string, text: string, options: { qos: 1; retain: boolean }): Promise<unknown>;
  endAsync(isForced: boolean): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): void;
}

type Connect = (options: object, more: undefined, mayRetry: false) => Promise<Client>;

const CONNECT_MS = 10_000;

/** Rejects if the broker does not acknowledge all of them. */
export async function publishAll(
  { server, messages }: MqttDelivery,
  context: SendContext,
  load: LoadPackage,
): Promise<DeliveryVerdict> {
  const { signal, ca } = context;
  const { port, tls, login } = server;
  const host = await checkedAddress(server.host, context);
  const { connectAsync } = (await load('mqtt')) as unknown as { connectAsync: Connect };
  const connecting = connectAsync(
    {
      protocol: tls ? 'mqtts' : 'mqtt',
      host,
      port,
      clean: true,
      reconnectPeriod: 0,
      connectTimeout: CONNECT_MS,
      ...(host !== server.host && isIP(server.host) === 0 && { servername: server.host }),
      ...login,
      ...(ca !== null && { ca }),
    },
    undefined,
    false,
  );
  const client = await inTime(connecting, signal).catch((error: unknown) => {
    connecting.then((late) => late.endAsync(true)).catch(() => {});
    throw error;
  });
  client.on('error', () => {});
  try {
    for (const { topic, text, isRetained } of messages)
      await inTime(client.publishAsync(topic, text, { qos: 1, retain: isRetained }), signal);
    return { kind: 'sent', answer: 'acknowledged' };
  } finally {
    await client.endAsync(true).catch(() => {});
  }
}
