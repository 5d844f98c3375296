import { describe, expect, it } from 'vitest';
import type { Port } from '../api/types.ts';
import { portState } from './ports.ts';

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
    [{}, { level: null, words: 'not checked yet', seconds: null }],
    [{ status: 0.004 }, { level: null, words: '', seconds: 0.004 }],
    [{ status: 0.4 }, { level: 'warning', words: '', seconds: 0.4 }],
    [{ status: false }, { level: 'critical', words: 'no answer', seconds: null }],
    [
      { url: 'x', status: 200, elapsed: 0.1 },
      { level: null, words: '200', seconds: 0.1 },
    ],
    [
      { url: 'x', status: 503, elapsed: 0.1 },
      { level: 'critical', words: '503', seconds: 0.1 },
    ],
    [
      { url: 'x', status: 'Error', elapsed: 0 },
      { level: 'critical', words: 'Error', seconds: 0 },
    ],
  ])('%o', (given, expected) => {
    expect(portState(port(given))).toEqual(expected);
  });
});
