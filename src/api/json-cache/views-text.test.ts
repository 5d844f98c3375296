import { expect, it } from 'vitest';
import type { View } from '../../core/served.ts';
import { createViewsText } from './pieces.ts';

it('is the JSON of the views', () => {
  const base = { additional: false, splittable: false } as const;
  const kinds: View[] = ['DEFAULT', 'OK', 'CRITICAL_LOG'].flatMap((decoration) =>
    [true, false].flatMap((optional) =>
      [true, false].map((hidden) => ({ decoration, optional, ...base, hidden })),
    ),
  );
  const views = Object.fromEntries(kinds.map((view, index) => [`field "${index}"`, view]));
  const text = createViewsText();
  expect(JSON.parse(text(views))).toEqual(views);
  expect(text({})).toBe('{}');
  expect(text(views)).toBe(JSON.stringify(views));
});
