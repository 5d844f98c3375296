import { expect, it } from 'vitest';
import { parseCommandLine } from './parse.ts';
import { idleOptions } from './idle-options.ts';

it('says of an option without effect what there is in its place', () => {
  expect(idleOptions(parseCommandLine(['-w', '--cached-time', '3', '-P', '/plugins']))).toEqual([
    '--cached-time has no effect. Requests read memory, and never wait for a sample.',
    expect.stringMatching(/^--plugins has no effect\. Plugins are part of the program/),
  ]);
});
