import { describe, expect, it } from 'vitest';
import { verdictOf, verdictOfError } from './verdict.ts';

const judge = (status: number, body = '', headers = {}) => verdictOf({ status, body, headers }, 0);

describe('the meaning of an answer', () => {
  it.each([
    [200, '', 'sent'],
    [204, '', 'sent'],
    [400, 'duplicate sample for timestamp', 'split'],
    [500, 'too old sample', 'split'],
    [500, 'out of order sample', 'split'],
    [500, 'oops', 'again'],
    [409, 'out of order', 'split'],
    [413, '', 'split'],
    [401, '', 'wait'],
    [404, 'database not found: "x"', 'wait'],
    [429, '', 'again'],
    [503, '', 'again'],
    [301, '', 'wait'],
    [410, '', 'drop'],
  ] as const)('%i %s is %s', (status, body, kind) => {
    expect(judge(status, body).kind).toBe(kind);
  });

  it('holds the time the target asks for, an hour at most', () => {
    expect(judge(429, '', { 'retry-after': '7' }).retryAfterMs).toBe(7000);
    expect(judge(503, '', { 'retry-after': '99999' }).retryAfterMs).toBe(3_600_000);
  });

  it('tells certificates from connections', () => {
    expect(verdictOfError(Object.assign(new Error('no'), { code: 'CERT_HAS_EXPIRED' })).kind).toBe('wait');
    expect(verdictOfError(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))).toEqual({
      kind: 'again',
      answer: 'no; nothing listens there: check host and port',
    });
    expect(verdictOfError(new Error('no'))).toEqual({ kind: 'again', answer: 'no' });
  });

  it.each([
    ['ENOTFOUND', 'name of the host'],
    ['EHOSTUNREACH', 'firewall'],
    ['ECONNRESET', 'closed the connection'],
    ['HPE_INVALID_CONSTANT', 'something else listens'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'something else listens'],
    ['EPROTO', 'something else listens'],
    ['ENOSPC', 'free some space'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'ca_file'],
  ])('an error of the system has advice: %s', (code, advice) => {
    expect(verdictOfError(Object.assign(new Error('no'), { code })).answer).toContain(advice);
  });

  it('is a line, whatever a driver says', () => {
    const stack = new Error(`All hosts failed\nat connect (node:net)\n${'x'.repeat(9000)}`);
    expect(verdictOfError(stack).answer).toMatch(/^All hosts failed at connect \(node:net\) x+…$/);
    expect(verdictOfError(stack).answer).toHaveLength(200);
  });
});
