import { plain } from './said.ts';
import { expect, it } from 'vitest';
import {
  isOnlyWhose,
  MACHINES,
  type MachineKind,
  machineIn,
  ofGuestsHostText,
  runsInText,
} from './machine-words.ts';

it.each(Object.entries(MACHINES))('finds %s in its own words', (kind, words) => {
  expect(machineIn(`one thing; ${plain(runsInText(kind as MachineKind) ?? '')}; another`)).toBe(words);
});

it.each(['host', 'vm'] as const)('says nothing of a %s, whose values are its own', (kind) => {
  expect(runsInText(kind)).toBe(null);
});

it.each([null, '', 'runs well', 'runs in a submarine: x', 'no permission to read /x: it runs in a: b'])(
  'finds none in %j',
  (reason) => {
    expect(machineIn(reason)).toBe(null);
  },
);

it.each([
  [plain(runsInText('lxc') ?? ''), true],
  [plain(ofGuestsHostText('these values')), true],
  [`${plain(ofGuestsHostText('these values'))}; the counts fell`, false],
  ['no sensors', false],
])('tells whether %j says only whose values these are', (reason, isOnly) => {
  expect(isOnlyWhose(reason)).toBe(isOnly);
});
