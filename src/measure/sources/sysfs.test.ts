import { expect, it } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { namesLike } from './sysfs.ts';

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
