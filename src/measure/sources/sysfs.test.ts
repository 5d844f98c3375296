import { expect, it } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { NotFetched } from '../../core/not-fetched.ts';
import { linkedName, namesIn, namesLike } from './sysfs.ts';

it('lists names in the order of the numbers they hold', () => {
  const names = ['in2_input', 'in10_input', 'in1_input', 'temp1_input', 'in2_alarm', 'in', 'curr3_input'];
  const host = createRecordedHost(new Map(names.map((name) => [`sys/x/${name}`, ''])));
  expect(namesLike(host, '/sys/x', /./)).toEqual([
    'curr3_input',
    'in',
    'in1_input',
    'in2_alarm',
    'in2_input',
    'in10_input',
    'temp1_input',
  ]);
  expect(namesLike(host, '/sys/x', /^in\d+_input$/)).toEqual(['in1_input', 'in2_input', 'in10_input']);
  expect(namesLike(host, '/sys/none', /./)).toEqual([]);
});

it('takes nothing for absent that has not been read yet', () => {
  const host = createRecordedHost(new Map());
  const pending = () => {
    throw new NotFetched('/sys/x');
  };
  const slow = { ...host, list: pending, readLink: pending };
  expect(() => namesIn(slow, '/sys/x')).toThrow(NotFetched);
  expect(() => namesLike(slow, '/sys/x', /./)).toThrow(NotFetched);
  expect(() => linkedName(slow, '/sys/x')).toThrow(NotFetched);
  expect([namesIn(host, '/sys/x'), linkedName(host, '/sys/x')]).toEqual([[], null]);
});
