import { describe, expect, it } from 'vitest';
import type { Culprits } from '../../core/culprits.ts';
import { wordInEnglish } from '../../core/said.ts';
import { culpritWords, programWord } from './culprit-words.ts';

const shares = (percents: Readonly<Record<string, number>>, ended = 0): Culprits => ({
  programs: Object.entries(percents).map(([name, percent]) => ({
    name,
    unit: null,
    container: null,
    percent,
  })),
  ended,
});

describe('who causes an alert', () => {
  it.each([
    ['mostly burner', shares({ burner: 95, idler: 4 })],
    ['cc1plus 34 %, rustc 21 %', shares({ cc1plus: 34, rustc: 21, sh: 9 })],
    ['half 50 %, other 50 %', shares({ half: 50, other: 50 })],
    ['programs too short-lived to be seen: 60 %', shares({ bash: 20 }, 60)],
    ['make 40 %, programs too short-lived to be seen: 30 %', shares({ make: 40, sh: 5 }, 30)],
    ['many programs', shares({ a: 9, b: 8, c: 8 })],
    ['', shares({})],
    ['', null],
  ])('is %j', (words, culprits) => {
    expect(culpritWords(culprits)).toBe(words);
  });

  it.each([
    ['ffmpeg in container jellyfin', { name: 'ffmpeg', unit: 'docker.service', container: 'jellyfin' }],
    ['node in app.service', { name: 'node', unit: 'app.service', container: null }],
    ['nginx', { name: 'nginx', unit: 'nginx.service', container: null }],
    ['postgres', { name: 'postgres', unit: 'postgres@15.service', container: null }],
    ['bash', { name: 'bash', unit: 'session-3.scope', container: null }],
    ['bash', { name: 'bash', unit: 'user@1000.service', container: null }],
    ['python3 of user anna', { name: 'python3', unit: null, container: null, user: 'anna' }],
    ['minetest', { name: 'minetest', unit: null, container: null, user: 'minetest' }],
    ['a⟨202E⟩b', { name: 'a\u202Eb', unit: null, container: null }],
  ])('is %s, where its place says more', (words, program) => {
    expect(wordInEnglish(programWord(program))).toBe(words);
  });
});
