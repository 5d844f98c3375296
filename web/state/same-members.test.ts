import { expect, it } from 'vitest';
import { computed, shallowRef } from 'vue';
import { sameMembers } from './same-members.ts';

it('is the same list as long as its members are', () => {
  const source = shallowRef([1, 2]);
  const kept = computed<readonly number[]>((before) => sameMembers([...source.value], before));
  const first = kept.value;
  source.value = [1, 2];
  expect(kept.value).toBe(first);
  source.value = [2, 1];
  expect(kept.value).toEqual([2, 1]);
  source.value = [2];
  expect(kept.value).toEqual([2]);
});
