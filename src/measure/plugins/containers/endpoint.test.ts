import { describe, expect, it } from 'vitest';
import { parseEndpoint } from './endpoint.ts';

const tls = { folder: '/certs', verify: true };

describe('parseEndpoint', () => {
  it.each([
    ['unix:///run/x.sock', { name: '/run/x.sock', address: { socketPath: '/run/x.sock', own: true } }],
    ['/run/x.sock', { name: '/run/x.sock', address: { socketPath: '/run/x.sock', own: true } }],
    ['tcp://10.0.0.1', { name: '10.0.0.1:2375', address: { hostname: '10.0.0.1', port: 2375 } }],
    ['tcp://[::1]:99', { name: '[::1]:99', address: { hostname: '::1', port: 99 } }],
    [
      'https://h',
      { name: 'h:2376', address: { hostname: 'h', port: 2376, tls: { folder: null, verify: true } } },
    ],
  ])('%s', (text, endpoint) => {
    expect(parseEndpoint(text, null)).toEqual(endpoint);
  });

  it('uses TLS where it is set up', () => {
    expect(parseEndpoint('tcp://h', tls)?.address).toEqual({ hostname: 'h', port: 2376, tls });
  });

  it.each(['ssh://user@h', 'npipe:////./pipe/x', 'tcp://', 'x', ''])('has no use for %s', (text) => {
    expect(parseEndpoint(text, null)).toBeNull();
  });
});
