import { describe, expect, it } from 'vitest';
import { assumed, podmanBy, spokenBy } from './engine-version.ts';

describe('spokenBy', () => {
  it.each([
    ['an old engine', { ApiVersion: '1.24', MinAPIVersion: '1.12' }, '/v1.24'],
    ['one of today', { ApiVersion: '1.52', MinAPIVersion: '1.44' }, '/v1.44'],
    ['one of the future', { ApiVersion: '1.60', MinAPIVersion: '1.48' }, '/v1.48'],
    ['one that does not say', {}, ''],
    ['one that says nonsense', { ApiVersion: '../x' }, ''],
  ])('speaks to %s', (_, version, prefix) => {
    expect(spokenBy(version)).toMatchObject({ dialect: { engine: 'docker' }, prefix });
  });

  it.each([
    ['4.3.1', '/v4.3.1/libpod'],
    ['/../x', '/v4.0.0/libpod'],
  ])('recognises Podman behind Docker’s socket (%s)', (version, prefix) => {
    const components = [{ Name: 'Podman Engine', Details: { APIVersion: version } }];
    expect(spokenBy({ ApiVersion: '1.41', Components: components })).toMatchObject({
      dialect: { engine: 'podman' },
      prefix,
    });
  });

  it('takes any answer', () => {
    for (const answer of [null, 5, 'x', [], { Components: [null, 'x'] }])
      expect(spokenBy(answer).prefix).toBe('');
  });
});

describe('podmanBy', () => {
  it.each([
    [{ 'libpod-api-version': '5.4.2', 'api-version': '1.41' }, '/v5.4.2/libpod'],
    [{ 'libpod-api-version': '/../x' }, '/v4.0.0/libpod'],
  ])('recognises Podman by %j', (headers, prefix) => {
    expect(podmanBy(headers)).toMatchObject({ dialect: { engine: 'podman' }, prefix });
  });

  it('leaves Docker, and old versions of Podman, to their answer', () => {
    expect([podmanBy({ 'api-version': '1.44', server: 'Docker/25' }), podmanBy({})]).toEqual([null, null]);
  });
});

describe('assumed', () => {
  it('is what the socket is for', () => {
    expect([assumed('docker').prefix, assumed('podman').prefix]).toEqual(['', '/v4.0.0/libpod']);
  });
});
