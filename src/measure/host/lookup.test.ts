import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createLookup } from './lookup.ts';

type Answer = Parameters<LookupFunction>[2];

/** Lookups that the test ends. */
function rig() {
  const asked: [name: string, answer: Answer][] = [];
  const lookup = createLookup((name, _options, answer) => void asked.push([name, answer]));
  const answers: string[] = [];
  const ask = (name: string) =>
    lookup(name, {}, (error, address) => void answers.push(`${name} ${error?.message ?? String(address)}`));
  return { asked, answers, ask };
}

describe('look-ups of names', () => {
  it('run two at a time, in their order', () => {
    const { asked, answers, ask } = rig();
    for (const name of ['a', 'b', 'c', 'd']) ask(name);
    expect(asked.map(([name]) => name)).toEqual(['a', 'b']);
    asked[1]?.[1](null, '192.0.2.2', 4);
    expect(answers).toEqual(['b 192.0.2.2']);
    expect(asked.map(([name]) => name)).toEqual(['a', 'b', 'c']);
  });

  it('are refused when too many wait', async () => {
    const { answers, ask } = rig();
    for (let count = 0; count < 503; count += 1) ask(`host-${count}`);
    await new Promise(setImmediate);
    expect(answers).toEqual([expect.stringContaining('host-502 EAI_AGAIN: too many names')]);
  });

  it('find names of this host', async () => {
    const address = await new Promise((resolve) =>
      createLookup()('localhost', {}, (_, found) => resolve(found)),
    );
    expect(['127.0.0.1', '::1']).toContain(address);
  });
});
