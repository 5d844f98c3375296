import { describe, expect, it } from 'vitest';
import { createResolver } from './resolve.ts';

type Ask = NonNullable<Parameters<typeof createResolver>[0]['ask']>;

function rig() {
  const pending: { name: string; answer: Parameters<Ask>[2] }[] = [];
  const state = { time: 0 };
  const resolver = createResolver({
    now: () => state.time,
    ask: (name, _options, answer) => void pending.push({ name, answer }),
  });
  const lookup = (name: string) =>
    new Promise<unknown>((resolve) => {
      resolver.lookup(name, {}, (error, address) => resolve(error?.code ?? address));
    });
  return { resolver, pending, state, lookup };
}

const at = (address: string) => [{ address, family: 4 }];

describe('the resolver', () => {
  it('asks once for all who wait, two names at a time', async () => {
    const { pending, lookup } = rig();
    const answers = [lookup('a'), lookup('a'), lookup('b'), lookup('c')];
    expect(pending.map(({ name }) => name)).toEqual(['a', 'b']);
    pending[0]?.answer(null, at('1.1.1.1'));
    pending[1]?.answer(Object.assign(new Error(), { code: 'EAI_AGAIN' }), undefined);
    pending[2]?.answer(null, []);
    expect(await Promise.all(answers)).toEqual(['1.1.1.1', '1.1.1.1', 'EAI_AGAIN', 'ENOTFOUND']);
  });

  it('waits for nobody whose address it knows, and follows names that move', async () => {
    const { pending, lookup, resolver, state } = rig();
    const first = lookup('a');
    pending[0]?.answer(null, at('1.1.1.1'));
    expect(await first).toBe('1.1.1.1');
    state.time = 300_000;
    expect(await lookup('a')).toBe('1.1.1.1');
    expect(pending).toHaveLength(2);
    expect(resolver.current('a')).toBe('1.1.1.1');
    pending[1]?.answer(null, at('2.2.2.2'));
    expect(await lookup('a')).toBe('2.2.2.2');
  });

  it('keeps an address that cannot be looked up again', async () => {
    const { pending, lookup, resolver } = rig();
    const first = lookup('a');
    pending[0]?.answer(null, at('1.1.1.1'));
    await first;
    resolver.distrust('a');
    expect(await lookup('a')).toBe('1.1.1.1');
    pending[1]?.answer(Object.assign(new Error(), { code: 'EAI_AGAIN' }), undefined);
    expect(await lookup('a')).toBe('1.1.1.1');
  });

  it('takes addresses as they are', () => {
    const { resolver, pending } = rig();
    expect([resolver.current('10.0.0.5'), resolver.current('::1'), pending.length]).toEqual([
      '10.0.0.5',
      '::1',
      0,
    ]);
  });
});
