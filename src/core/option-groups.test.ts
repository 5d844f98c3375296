import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupEntries, numberedMember, sectionGroup } from './option-groups.ts';
import { integerOption, numberedOption, sectionOption, sectionsOption, textOption } from './options.ts';

const options = {
  folders: numberedOption(
    'folder_',
    10,
    { path: textOption(undefined, 'P.'), refresh: integerOption(30, 'R.') },
    'F.',
    { needs: 'path' },
  ),
  amps: sectionsOption('amp_', { command: textOption(undefined, 'C.') }, 'A.'),
};
const folders = options.folders.group!;
const amps = options.amps.group!;

describe('numbered options', () => {
  it.each([
    ['folder_1_path', true],
    ['folder_10_refresh', true],
    ['folder_11_path', false],
    ['folder_0_path', false],
    ['folder_01_path', false],
    ['folder_1_nothing', false],
    ['folder_1_constructor', false],
    ['folder_path', false],
  ])('%s is known: %s', (key, known) => {
    expect(numberedMember(options, key) !== undefined).toBe(known);
  });

  it('are collected by number, with what is unset', () => {
    const own = new Map<string, unknown>([
      ['folder_10_path', '/j'],
      ['folder_2_refresh', 5],
      ['folder_2_path', '/b'],
      ['folder_3_critical_action', 'x'],
      ['disable', false],
    ]);
    expect(groupEntries(folders, own, new Map())).toEqual([
      { name: '2', values: { path: '/b', refresh: 5 } },
      { name: '10', values: { path: '/j', refresh: 30 } },
    ]);
  });

  it('take any key', () => {
    assert(
      property(string(), (key) => {
        numberedMember(options, key);
        numberedMember(options, `folder_${key}`);
      }),
    );
  });
});

describe('sections of their own', () => {
  it('are known by their prefix', () => {
    expect(sectionGroup(options, 'amp_x')).toBe(amps);
    expect(sectionGroup(options, 'amp_')).toBeUndefined();
    expect(sectionGroup(options, 'folder_1')).toBeUndefined();
  });

  it('are collected in the order of the file, empty ones left out', () => {
    const sections = new Map([
      ['cpu', new Map([['command', 'no']])],
      ['amp_b', new Map([['command', 'x']])],
      ['amp_empty', new Map()],
      ['amp_a', new Map([['command', 'y']])],
    ]);
    expect(groupEntries(amps, undefined, sections)).toEqual([
      { name: 'b', values: { command: 'x' } },
      { name: 'a', values: { command: 'y' } },
    ]);
  });
});

describe('a section of another name', () => {
  const daemon = { daemon: sectionOption('hddtemp', { port: integerOption(7634, 'P.') }, 'D.') };
  const entriesOf = (...sections: [string, Map<string, unknown>][]) =>
    groupEntries(daemon.daemon.group!, undefined, new Map(sections));

  it.each([
    ['hddtemp', true],
    ['hddtemp2', false],
    ['hdd', false],
  ])('%s is known: %s', (section, known) => {
    expect(sectionGroup(daemon, section) !== undefined).toBe(known);
  });

  it('is there when it sets any key', () => {
    expect(entriesOf(['hddtemp', new Map([['port', 1]])], ['hddtemp2', new Map([['port', 2]])])).toEqual([
      { name: '', values: { port: 1 } },
    ]);
    expect(entriesOf(['hddtemp', new Map()])).toEqual([]);
  });
});
