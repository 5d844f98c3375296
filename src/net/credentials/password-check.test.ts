import { describe, expect, it } from 'vitest';
import { createPasswordCheck, type PasswordCheckSetup } from './password-check.ts';

/** Passwords are their own hashes; comparisons end immediately or by the test. */
function setUp(extra: Partial<PasswordCheckSetup> = {}) {
  const state = { time: 0, comparisons: 0, account: { user: 'a', hash: 'right', edition: '' } };
  const sleeps: number[] = [];
  const check = createPasswordCheck({
    accountOf: (user) => (user === state.account.user ? state.account : null),
    now: () => state.time,
    sleep: async (ms) => void sleeps.push(ms),
    matches: async ({ password }, hash) => {
      state.comparisons += 1;
      return password === hash;
    },
    ...extra,
  });
  const verify = (password: string, user = 'a') => check.verify({ user, password }, '10.0.0.1');
  return { state, sleeps, check, verify };
}

describe('a password check', () => {
  it('computes what it does not know', async () => {
    const { check, verify, state } = setUp();
    const claim = { user: 'a', password: 'right' };
    expect(check.known(claim)).toBeUndefined();
    expect([await verify('right'), await verify('wrong'), await verify('right', 'b')]).toEqual([
      'right',
      'wrong',
      'wrong',
    ]);
    expect(check.known(claim)).toBe('right');
    expect([await verify('right'), await verify('wrong')]).toEqual(['right', 'wrong']);
    expect(state.comparisons).toBe(3);
  });

  it('knows a right password for an hour after its last use, a wrong one for a minute', async () => {
    const { check, verify, state } = setUp();
    await verify('right');
    await verify('wrong');
    state.time = 61_000;
    expect(check.known({ user: 'a', password: 'wrong' })).toBeUndefined();
    for (let hour = 0; hour < 5; hour += 1) {
      expect(check.known({ user: 'a', password: 'right' })).toBe('right');
      state.time += 3_500_000;
    }
    state.time += 200_000;
    expect(check.known({ user: 'a', password: 'right' })).toBeUndefined();
  });

  it('keeps user and password apart, and the two forms of a password', async () => {
    const { check, verify } = setUp();
    await verify('right');
    expect(check.known({ user: 'ar', password: 'ight' })).toBeUndefined();
    expect(check.known({ user: 'a', password: 'right', isStageOne: true })).toBeUndefined();
  });

  it('does not remember what was found out about a password that has changed meanwhile', async () => {
    const { check, verify, state } = setUp();
    const verifying = verify('right');
    state.account = { user: 'a', hash: 'next', edition: '' };
    expect(await verifying).toBe('right');
    expect(check.known({ user: 'a', password: 'right' })).toBeUndefined();
    await verify('next');
    check.forget();
    expect(check.known({ user: 'a', password: 'next' })).toBeUndefined();
  });

  it('slows guessing down, not the one who is logged in, and lets the right password through', async () => {
    const { verify, sleeps, state } = setUp();
    await verify('right');
    for (let count = 0; count < 40; count += 1) {
      await verify(`guess ${count}`);
      state.time += 2000;
    }
    expect(sleeps.length).toBeGreaterThan(0);
    const before = sleeps.length;
    expect(await verify('right')).toBe('right');
    expect(sleeps.length).toBe(before);
    state.account = { user: 'a', hash: 'next', edition: '' };
    expect(await verify('next')).toBe('right');
  });

  it('refuses guesses that would wait too long, and says for how long', async () => {
    const { verify } = setUp();
    const verifications = await Promise.all(
      Array.from({ length: 30 }, (_, count) => verify(`guess ${count}`)),
    );
    expect(verifications.filter((verification) => verification === 'wrong')).toHaveLength(13);
    expect(verifications.at(-1)).toBe(24);
  });

  it('computes two hashes at a time, and refuses when too many wait', async () => {
    const endings: (() => void)[] = [];
    const { check } = setUp({
      matches: () => new Promise((resolve) => endings.push(() => resolve(false))),
    });
    const verifications = Array.from({ length: 40 }, (_, count) =>
      check.verify({ user: 'a', password: `guess ${count}` }, `10.0.1.${count}`),
    );
    await new Promise(setImmediate);
    expect(endings).toHaveLength(2);
    for (let count = 0; count < 34; count += 1) {
      endings.shift()?.();
      await new Promise(setImmediate);
    }
    const checked = await Promise.all(verifications);
    expect(checked.filter((verification) => verification === 'wrong')).toHaveLength(34);
    expect(checked.filter((verification) => verification === 'busy')).toHaveLength(6);
  });

  it('keeps a place for others, however many one network sends', async () => {
    const endings: (() => void)[] = [];
    const { check } = setUp({
      matches: ({ password }) => new Promise((resolve) => endings.push(() => resolve(password === 'right'))),
    });
    for (let count = 0; count < 200; count += 1)
      void check.verify({ user: 'a', password: `guess ${count}` }, `2001:db8:1:${count.toString(16)}::1`);
    const own = check.verify({ user: 'a', password: 'right' }, '2001:db8:2::1');
    for (let count = 0; count < 4; count += 1) {
      await new Promise(setImmediate);
      endings.shift()?.();
    }
    expect(await own).toBe('right');
  });

  it('goes on after a comparison that failed', async () => {
    let fails = true;
    const { verify } = setUp({
      matches: async () => {
        if (fails) throw new Error('no memory');
        return true;
      },
    });
    for (let count = 0; count < 3; count += 1) await expect(verify('right')).rejects.toThrow('no memory');
    fails = false;
    expect(await verify('right')).toBe('right');
  });
});
