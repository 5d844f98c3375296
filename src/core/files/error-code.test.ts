import { expect, it } from 'vitest';
import { errorCode } from './error-code.ts';

it.each([
  [{ code: 'ENOSPC', errno: -28 }, 'ENOSPC'],
  [{ code: 'Unknown system error -122', errno: -122 }, 'EDQUOT'],
  [{}, undefined],
])('of %j is %s', (members, code) => {
  expect(errorCode(Object.assign(new Error('why'), members))).toBe(code);
});
