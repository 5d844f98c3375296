import { describe, expect, it } from 'vitest';
import { isSecretKey } from './redact.ts';

describe('isSecretKey', () => {
  it.each([
    'password',
    'PASSWORD',
    'db_password',
    'token',
    'jwt_secret_key',
    'api_key',
    'ssl_keyfile_password',
  ])('hides %s', (key) => {
    expect(isSecretKey(key)).toBe(true);
  });

  it.each(['user', 'key', 'host', 'public_api', 'ssl_certfile'])('shows %s', (key) => {
    expect(isSecretKey(key)).toBe(false);
  });
});
