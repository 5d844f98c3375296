import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseFibTrie } from './fib-trie.ts';

describe('parseFibTrie', () => {
  it('reads a recorded file', () => {
    expect(parseFibTrie(sample('fib-trie'))).toEqual(['127.0.0.1', '192.0.2.2']);
  });

  it.each<[string, string[]]>([
    ['', []],
    ['/32 host LOCAL\n', []],
    ['|-- 10.0.0.1\n   /32 link BROADCAST\n', []],
    ['|-- 10.0.0.1\n   /32 link BROADCAST\n   /32 host LOCAL\n|-- 10.0.0.2\n /8 host LOCAL', ['10.0.0.1']],
  ])('of %j', (text, addresses) => expect(parseFibTrie(bytesOf(text))).toEqual(addresses));
});
