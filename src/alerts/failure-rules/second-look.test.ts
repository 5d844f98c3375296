import { expect, it } from 'vitest';
import type { OngoingAlert } from '../../core/failure-rule.ts';
import { createSecondLook } from './second-look.ts';

const found = (...subjects: string[]) => subjects.map((subject) => ({ subject, sentence: subject }));
const NONE: ReadonlyMap<string, OngoingAlert> = new Map();

it('passes what two samples in a row show', () => {
  const look = createSecondLook();
  const [first, second, third] = [{}, {}, {}];
  expect(look(first, found('a'), NONE)).toEqual([]);
  expect(look(first, found('a'), NONE)).toEqual([]);
  expect(look(second, found('a', 'b'), NONE)).toEqual(found('a'));
  expect(look(second, found('a', 'b'), NONE)).toEqual(found('a'));
  expect(look(third, found('b'), NONE)).toEqual(found('b'));
});

it('begins anew after a healthy sample', () => {
  const look = createSecondLook();
  look({}, found('a'), NONE);
  expect(look({}, [], NONE)).toEqual([]);
  expect(look({}, found('a'), NONE)).toEqual([]);
});

it('keeps what is ongoing', () => {
  const ongoing = new Map([['a', {} as OngoingAlert]]);
  expect(createSecondLook()({}, found('a'), ongoing)).toEqual(found('a'));
});
