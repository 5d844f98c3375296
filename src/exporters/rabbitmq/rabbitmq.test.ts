import { expect, it } from 'vitest';
import { denied } from '../../deliver/verdict.ts';
import { verdictOf } from './rabbitmq.ts';

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
