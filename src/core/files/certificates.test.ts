import { describe, expect, it } from 'vitest';
import { hasCertificate, pairProblem } from './certificates.ts';

describe('certificates', () => {
  it('tells authorities from other text', () => {
    expect(hasCertificate('-----BEGIN CERTIFICATE-----\nMII…')).toBe(true);
    expect(hasCertificate('-----BEGIN PRIVATE KEY-----')).toBe(false);
    expect(hasCertificate('')).toBe(false);
  });

  it('names the part that is no PEM', () => {
    expect(pairProblem('', '')).toBe('certificate');
    expect(pairProblem('-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----', '')).toBe('certificate');
  });
});
