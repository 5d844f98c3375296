import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { denied } from '../../../net/deliver/verdict.ts';
import { verdictOf } from './kafka.ts';

type Named = new (...values: unknown[]) => Error;
const errors = createRequire(import.meta.url)('kafkajs/src/errors.js') as Record<string, Named>;
const {
  KafkaJSSASLAuthenticationError: Login,
  KafkaJSProtocolError: Protocol,
  KafkaJSNumberOfRetriesExceeded: Retried,
  KafkaJSConnectionError: Connection,
} = errors as Record<string, Named>;

const protocol = (type: string) => new Protocol!({ type, code: 1, message: 'no' });
const retried = (error: Error) => new Retried!(error, { retryCount: 0, retryTime: 0 });

it.each([
  [new Login!('SASL PLAIN authentication failed'), denied('SASL PLAIN authentication failed')],
  [retried(protocol('TOPIC_AUTHORIZATION_FAILED')), denied('no')],
  [
    retried(protocol('UNKNOWN_TOPIC_OR_PARTITION')),
    { kind: 'wait', answer: 'no; create it, or check topic' },
  ],
  [retried(protocol('MESSAGE_TOO_LARGE')), { kind: 'split', answer: 'no' }],
])('tells errors that stay from outages: %s', (error, verdict) => {
  expect(verdictOf(error)).toEqual(verdict);
});

it('leaves errors of the connection to those who know them', () => {
  const error = retried(new Connection!('connect ECONNREFUSED', { code: 'ECONNREFUSED' }));
  expect(() => verdictOf(error)).toThrow('connect ECONNREFUSED');
});
