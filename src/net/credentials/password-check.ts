/** Checks user names and passwords, with few hash computations and never many at once. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Account } from './account.ts';
import { createFairQueue } from './fair-queue.ts';
import { createLoginThrottle, neighbourhoodOf } from './login-throttle.ts';
import { matchesPassword, matchesStageOne } from './password-hash.ts';
import { createRemembered } from './remembered.ts';

export interface Claim {
  user: string;
  password: string;
  /** True if the password is the result of stage one, as sent by XML-RPC clients. */
  isStageOne?: boolean;
}

/** `busy`: too many checks are queued. A number: seconds until this address may try again. */
export type Verification = 'right' | 'wrong' | 'busy' | number;

interface PasswordCheck {
  /** Returns the result if known without a hash computation; undefined: unknown. */
  known(claim: Claim): 'right' | 'wrong' | undefined;
  verify(claim: Claim, address: string): Promise<Verification>;
  /** Clears all cached results, after a change of the account. */
  forget(): void;
}

export interface PasswordCheckSetup {
  /** Null: nobody has this name. */
  accountOf(user: string): Account | null;
  /** Monotonic milliseconds. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Compares with a hash; takes half a second of one core. */
  matches?: (claim: Claim, hash: string) => Promise<boolean>;
}

/** Counted from the last use: guesses from the same address do not delay a logged-in client. */
const RIGHT_FOR_MS = 3_600_000;
/** A client repeats an old password indefinitely: that costs no hash each time and counts as no guess. */
const WRONG_FOR_MS = 60_000;
const MOST_REMEMBERED = 1000;
/** Of the four pool threads, which also compress replies and query file systems. */
const HASHES_AT_ONCE = 2;
const HASHES_WAITING = 32;

/** An unknown name takes as long as a known one. */
const NOBODYS_HASH = `${'0'.repeat(32)}$${'0'.repeat(256)}`;

export function createPasswordCheck(setup: PasswordCheckSetup): PasswordCheck {
  const { accountOf, now, sleep, matches = compare } = setup;
  const right = createRemembered<true>({ forMs: RIGHT_FOR_MS, most: MOST_REMEMBERED, now, isRenewed: true });
  const wrong = createRemembered<true>({ forMs: WRONG_FOR_MS, most: MOST_REMEMBERED, now });
  const throttle = createLoginThrottle(now);
  const queue = createFairQueue(HASHES_AT_ONCE, HASHES_WAITING);
  const running = new Map<string, Promise<Verification>>();

  const known = (code: string) => (right.get(code) ? 'right' : wrong.get(code) ? 'wrong' : undefined);

  const compute = async (
    claim: Claim,
    code: string,
    address: string,
    waitMs: number,
  ): Promise<Verification> => {
    if (waitMs > 0) await sleep(waitMs);
    const asked = accountOf(claim.user);
    const hash = asked?.hash ?? NOBODYS_HASH;
    const matching = await queue.run(neighbourhoodOf(address), () => matches(claim, hash));
    if (matching === undefined) {
      throttle.settle(address, false);
      return 'busy';
    }
    const isRight = matching && asked !== null;
    throttle.settle(address, !isRight);
    if (accountOf(claim.user) === asked) (isRight ? right : wrong).set(code, true);
    return isRight ? 'right' : 'wrong';
  };

  return {
    known: (claim) => known(codeOf(claim)),
    async verify(claim, address) {
      const code = codeOf(claim);
      const result = known(code) ?? running.get(code);
      if (result !== undefined) return result;
      const { waitMs, refused } = throttle.reserve(address);
      if (refused) return Math.ceil(waitMs / 1000);
      const computing = compute(claim, code, address, waitMs).finally(() => running.delete(code));
      running.set(code, computing);
      return computing;
    },
    forget() {
      right.clear();
      wrong.clear();
    },
  };
}

/** A unique key per claim: the length separates user and password. */
const codeOf = ({ user, password, isStageOne = false }: Claim): string =>
  `${isStageOne ? 1 : 0}${user.length}:${user}${password}`;

const compare = ({ password, isStageOne = false }: Claim, hash: string): Promise<boolean> =>
  (isStageOne ? matchesStageOne : matchesPassword)(password, hash);

/** Compares in constant time, whatever the lengths. */
export const isSameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
