import { describe, expect, it } from 'vitest';
import type { Port } from './snapshots.ts';
import { portState } from './port-words.ts';

const port = (more: Partial<Port>): Port => ({
  indice: 'p',
  description: '',
  refresh: 30,
  timeout: 3,
  status: null,
  rtt_warning: 0.2,
  ...more,
});

describe('checks', () => {
  it.each<[Partial<Port>, ReturnType<typeof portState>]>([
    [{}, { words: 'not checked yet', seconds: null }],
    [{ status: 0.004 }, { words: '', seconds: 0.004 }],
    [{ status: false }, { words: 'no answer', seconds: null }],
    [
      { url: 'x', status: 200, elapsed: 0.1 },
      { words: '200', seconds: 0.1 },
    ],
    [
      { url: 'x', status: 503, elapsed: 0.1 },
      { words: '503', seconds: 0.1 },
    ],
    [
      { url: 'x', status: 'Error', elapsed: 0 },
      { words: 'Error', seconds: 0 },
    ],
  ])('%o', (given, expected) => {
    expect(portState(port(given))).toEqual(expected);
  });
});
