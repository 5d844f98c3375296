import { expect, it } from 'vitest';
import { parseTracking } from './chrony-tracking.ts';

const LINE =
  'C0248F97,192.36.143.151,2,1764112331.178,0.000012345,-0.0001,0.0002,-12.3,0.01,0.02,0.03,0.001,64.2,';

it.each([
  ['Normal', true],
  ['Insert second', true],
  ['Not synchronised', false],
])('reads %s', (status, isSynchronized) => {
  expect(parseTracking(`${LINE}${status}\n`)).toEqual({ isSynchronized, offset: 0.000012345 });
});

it.each(['', '506 Cannot talk to daemon', 'a,b,c,d,e,f,g,h,i,j,k,l,m,n'])('refuses %j', (text) => {
  expect(parseTracking(text)).toBeNull();
});
