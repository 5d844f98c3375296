import { pbkdf2Sync } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  hashPassword,
  hashStageOne,
  isPasswordHash,
  matchesPassword,
  matchesStageOne,
  oneStage,
  stageOne,
} from './password-hash.ts';

const openssl = (...args: string[]): string =>
  execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString();

/** `openssl kdf` came with version 3. */
function hasKdf(): boolean {
  try {
    return /^OpenSSL [3-9]/.test(openssl('version'));
  } catch {
    return false;
  }
}

const hex = (text: string): string => Buffer.from(text).toString('hex');

function opensslStage(text: string, salt: string): string {
  const options = ['digest:SHA256', `hexpass:${hex(text)}`, `hexsalt:${hex(salt)}`, 'iter:100000', 'pkcs5:1'];
  const flags = options.flatMap((option) => ['-kdfopt', option]);
  return openssl('kdf', '-keylen', '128', ...flags, 'PBKDF2')
    .replaceAll(/[:\s]/g, '')
    .toLowerCase();
}

it('a hash of Glances 5 is one stage over the clear password, whose salt enters as text', async () => {
  const salt = '0123456789abcdef0123456789abcdef';
  const hash = oneStage(`${salt}$${pbkdf2Sync('swordfish', salt, 100_000, 128, 'sha256').toString('hex')}`);
  expect(await matchesPassword('swordfish', hash)).toBe(true);
  expect(await matchesPassword('swordfisch', hash)).toBe(false);
  expect(await matchesStageOne(await stageOne('swordfish'), hash)).toBe(false);
});

describe('password hashes', () => {
  it('have the form of existing files', async () => {
    const hash = await hashPassword('swordfish');
    expect(hash).toHaveLength(289);
    expect(isPasswordHash(hash)).toBe(true);
    expect(await matchesPassword('swordfish', hash)).toBe(true);
  }, 60_000);

  it.skipIf(!hasKdf())(
    'are what OpenSSL computes',
    async () => {
      const salt = '0123456789abcdef0123456789abcdef';
      const expected = `${salt}$${opensslStage(opensslStage('pässword', ''), salt)}`;
      expect(await hashStageOne(await stageOne('pässword'), salt)).toBe(expected);
    },
    60_000,
  );

  it('take the result of stage one, as XML-RPC clients send it', async () => {
    const first = await stageOne('a');
    expect(first).toMatch(/^[\da-f]{256}$/);
    const hash = await hashStageOne(first);
    expect(await hashStageOne(first)).not.toBe(hash);
    expect(await matchesStageOne(first, hash)).toBe(true);
    expect(await matchesStageOne('a', hash)).toBe(false);
  }, 60_000);

  it.each([
    '',
    'x',
    'a'.repeat(289),
    `${'a'.repeat(32)}$${'a'.repeat(255)}`,
    `${'g'.repeat(32)}$${'a'.repeat(256)}`,
  ])('are not "%s"', (text) => {
    expect(isPasswordHash(text)).toBe(false);
  });
});
