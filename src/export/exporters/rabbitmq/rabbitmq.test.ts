import { loading } from '../../../../test/support/fake-package.ts';
import { expect, it } from 'vitest';
import { denied } from '../../../net/deliver/verdict.ts';
import { exportOnce } from '../../../../test/support/export-once.ts';
import { exporterNamed } from '../../../../test/support/exporter-opening.ts';
import type { Cycle } from '../exporter.ts';
import { verdictOf } from './rabbitmq.ts';

it('declares a queue and sends messages that outlive a restart of the broker, which confirms that it has them', async () => {
  const calls: unknown[][] = [];
  const channel = {
    assertQueue: async (...args: unknown[]) => void calls.push(['assertQueue', ...args]),
    sendToQueue: (queue: string, _: Buffer, options: object) =>
      calls.push(['sendToQueue', queue, options]) > 0,
    waitForConfirms: async () => void calls.push(['waitForConfirms']),
  };
  const client = { createConfirmChannel: async () => channel, on: () => {}, close: async () => {} };
  const cycle: Cycle = {
    time: 0,
    host: 'testhost',
    interval: 1,
    points: () => [{ plugin: 'load', key: null, item: null, fields: [['min1', 1]] }],
    families: () => [],
  };
  const load = loading({ connect: async () => client });
  const verdicts = await exportOnce(exporterNamed('rabbitmq'), {}, [cycle], { load });
  expect(verdicts).toEqual([{ kind: 'sent', answer: 'confirmed' }]);
  expect(calls).toMatchObject([
    ['assertQueue', 'glances_queue', { durable: true }],
    ['sendToQueue', 'glances_queue', { persistent: true }],
    ['waitForConfirms'],
  ]);
});

const told = (how: string, reply: string, text: string) =>
  new Error(`${how} by server: ${reply} with message "${text}"`);

it.each([
  [told('Handshake terminated', '403 (ACCESS-REFUSED)', 'refused'), denied('refused')],
  [told('Connection closed', '530 (NOT-ALLOWED)', 'vhost "x" not found'), denied('vhost "x" not found')],
  [
    told('Channel closed', '406 (PRECONDITION-FAILED)', 'not durable'),
    { kind: 'wait', answer: 'not durable; delete it, or choose another queue' },
  ],
])('tells errors that stay from outages: %s', (error, verdict) => {
  expect(verdictOf(error)).toEqual(verdict);
});

it.each([told('Connection closed', '320 (CONNECTION-FORCED)', 'shutdown'), new Error('ECONNREFUSED')])(
  'tries again after %s',
  (error) => {
    expect(() => verdictOf(error)).toThrow(error);
  },
);
