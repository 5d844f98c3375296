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
    [403, 'no such token', 'wait'],
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
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'check cert_file'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'check cert_file'],
    ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', 'check cert_file'],
    ['ENOSPC', 'free some space'],
    ['EACCES', 'permissions'],
    ['EADDRINUSE', 'another port'],
    ['EADDRNOTAVAIL', 'check host'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'ca_file'],
  ])('an error of the system has advice: %s', (code, advice) => {
    expect(verdictOfError(Object.assign(new Error('no'), { code })).answer).toContain(advice);
  });

  it.each([
    [
      'Client network socket disconnected before secure TLS connection was established',
      'uses TLS on this port',
    ],
    ['Socket closed abruptly during opening handshake', 'closed the connection'],
    ['connection <monitor> to 127.0.0.1:27017 closed', 'closed the connection'],
    ['Frame size 1345270062 exceeds maxFrameSize 67108864', 'something else listens'],
    ['No host could be resolved', 'name of the host'],
    ['Server selection timed out after 5000 ms', 'raise timeout'],
  ])('an error in the words of a driver has advice: %s', (text, advice) => {
    expect(verdictOfError(new Error(text)).answer).toMatch(new RegExp(`^${text}; .*${advice}`));
  });

  it('comes from the error of the system that a driver has wrapped', () => {
    const system = Object.assign(new Error('connect ECONNREFUSED ::1:9042'), { code: 'ECONNREFUSED' });
    const told = 'connect ECONNREFUSED ::1:9042; nothing listens there: check host and port';
    const aggregate = Object.assign(new AggregateError([system]), { code: 'ECONNREFUSED' });
    for (const error of [new Error('failed', { cause: new Error('', { cause: system }) }), aggregate])
      expect(verdictOfError(error)).toEqual({ kind: 'again', answer: told });
    const ring: Error = new Error('round', { cause: null });
    ring.cause = ring;
    expect(verdictOfError(ring).answer).toBe('round');
    expect([verdictOfError('text').answer, verdictOfError(undefined).answer]).toEqual(['text', 'undefined']);
  });

  it('has the reason of OpenSSL without its numbers', () => {
    const text =
      'write EPROTO 808C:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/a.c:350:';
    expect(verdictOfError(Object.assign(new Error(text), { code: 'EPROTO' })).answer).toBe(
      'the TLS handshake failed (wrong version number); something else listens there: check port and protocol',
    );
  });

  it('is a line, whatever a driver says', () => {
    const stack = new Error(`All hosts failed\nat connect (node:net)\n${'x'.repeat(9000)}`);
    expect(verdictOfError(stack).answer).toMatch(/^All hosts failed at connect \(node:net\) x+…$/);
    expect(verdictOfError(stack).answer).toHaveLength(200);
  });
});

it('has words for files that cannot be written, and no codes', () => {
  const message = "EISDIR: illegal operation on a directory, open '/srv/x.csv'";
  const error = Object.assign(new Error(message), { code: 'EISDIR', path: '/srv/x.csv' });
  expect(verdictOfError(error).answer).toBe('/srv/x.csv: it is a directory; check the path');
});
