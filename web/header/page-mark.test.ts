import { expect, it } from 'vitest';
import { markPage } from './page-mark.ts';

const LIVE = { kind: 'live', by: 'stream' } as const;

function titleOf(host: string, count = 0): string {
  const page = { title: '', querySelector: () => null };
  markPage(page as unknown as Document, { host, count, level: null, connection: LIVE });
  return page.title;
}

it('the title of the page names the host and its alerts', () => {
  expect(titleOf('web1', 2)).toBe('(2) web1 · Gander');
  expect(titleOf('')).toBe('Gander');
});

it('a host name does not reorder the title, hide in it or fill it', () => {
  expect(titleOf('web\u202E1\u2066\u200F')).toBe('web1 · Gander');
  expect(titleOf('\u202E')).toBe('Gander');
  expect(titleOf('a\nb\u200B')).toBe('a␊b⟨200B⟩ · Gander');
  expect(titleOf('x'.repeat(500)).length).toBeLessThan(100);
});
