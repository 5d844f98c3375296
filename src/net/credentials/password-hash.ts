/**
 * Password storage: `salt$hash`, 289 characters. Two stages of PBKDF2-HMAC-SHA256, 100,000 rounds, 128 bytes, hex: stage one over
 * the clear password without salt, which XML-RPC clients send instead of it; the hash over stage one's text with the text of a
 * random salt. Compatible with existing files.
 */
import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const ROUNDS = 100_000;
const BYTES = 128;
const SALT_BYTES = 16;

/** Takes about half a second in the thread pool, without blocking requests. */
const stage = async (text: string, salt: string): Promise<string> =>
  (await promisify(pbkdf2)(text, salt, ROUNDS, BYTES, 'sha256')).toString('hex');

/** 256 hexadecimal digits. */
export const stageOne = (password: string): Promise<string> => stage(password, '');

/** Returns the content of a password file, from the result of stage one. */
export async function hashStageOne(
  first: string,
  salt: string = randomBytes(SALT_BYTES).toString('hex'),
): Promise<string> {
  return `${salt}$${await stage(first, salt)}`;
}

export const hashPassword = async (password: string): Promise<string> =>
  hashStageOne(await stageOne(password));

/** True for the format of {@link hashStageOne}. */
export const isPasswordHash = (text: string): boolean => /^[\da-f]{32}\$[\da-f]{256}$/i.test(text);

/** Marks a hash of one stage over the clear password, as Glances 5 has it; its salt enters as text, too. */
const ONE_STAGE = 'one-stage:';
export const oneStage = (hash: string): string => ONE_STAGE + hash;

/** Compares in constant time. A hash of one stage never matches: XML-RPC clients send no clear password. */
export async function matchesStageOne(first: string, hash: string): Promise<boolean> {
  if (hash.startsWith(ONE_STAGE)) return false;
  return matchesText(first, hash);
}

async function matchesText(text: string, hash: string): Promise<boolean> {
  const [salt = '', expected = ''] = hash.split('$');
  return isSame(await stage(text, salt), expected.toLowerCase());
}

export const matchesPassword = async (password: string, hash: string): Promise<boolean> =>
  hash.startsWith(ONE_STAGE)
    ? matchesText(password, hash.slice(ONE_STAGE.length))
    : matchesStageOne(await stageOne(password), hash);

function isSame(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
