import { describe, expect, it } from 'vitest';
import { createNameFilter } from './name-filter.ts';
import { parseOption } from './option-parse.ts';
import { aliasesOption, patternsOption } from './options.ts';
import { plain } from './said.ts';

const patterns = (text: string) => parseOption(patternsOption(undefined, ''), text) as RegExp[];
const aliases = (text: string) => parseOption(aliasesOption(''), text) as Map<string, string>;
const filter = (show: string, hide: string, alias = '') =>
  createNameFilter({ show: patterns(show), hide: patterns(hide), alias: aliases(alias) });

describe('createNameFilter', () => {
  it('serves everything unless told otherwise', () => {
    expect(filter('', '').serves('eth0')).toBe(true);
  });

  it('matches whole names in any case', () => {
    const { serves } = filter('', 'docker.*,lo');
    expect(serves('Docker0')).toBe(false);
    expect(serves('lo')).toBe(false);
    expect(serves('lo1')).toBe(true);
    expect(serves('xdocker0')).toBe(true);
  });

  it('ignores hide where show is set', () => {
    const { serves } = filter('eth.*', 'eth0');
    expect(serves('eth0')).toBe(true);
    expect(serves('wlan0')).toBe(false);
  });

  it('matches labels as well as names', () => {
    const { serves, labelOf } = filter('', 'Uplink', 'ETH0:Uplink,a\\:b:Pair');
    expect(labelOf('eth0')).toBe('Uplink');
    expect(labelOf('A:B')).toBe('Pair');
    expect(labelOf('eth1')).toBeNull();
    expect(serves('eth0')).toBe(false);
  });

  it('takes any of several names of an item', () => {
    expect(filter('/dev/sda1', '').serves('/home', '/dev/sda1')).toBe(true);
    expect(filter('', '/dev/sda1').serves('/home', '/dev/sda1')).toBe(false);
  });

  it('looks at a name once, as long as there are not too many', () => {
    const pattern = /^lo$/;
    let looks = 0;
    pattern.test = (name) => {
      looks += 1;
      return name === 'lo';
    };
    const { serves } = createNameFilter({ show: [], hide: [pattern], alias: new Map() });
    expect([serves('lo'), serves('lo'), serves('eth0'), serves('eth0')]).toEqual([false, false, true, true]);
    // By its name, and by its label, which is its name; one that matches needs no second.
    expect(looks).toBe(3);
    for (let container = 0; container < 10_000; container += 1) serves(`veth${container}`);
    looks = 0;
    expect([serves('lo'), serves('lo'), looks]).toEqual([false, false, 1]);
  });
});

it('says which option leaves nothing', () => {
  const filter = (show: RegExp[]) => createNameFilter({ show, hide: [/./], alias: new Map() });
  expect(plain(filter([]).whyEmpty(5, 0, 'disks') ?? '')).toBe('hide leaves out all 5 disks');
  expect(plain(filter([/x/]).whyEmpty(5, 0, 'disks') ?? '')).toBe('show matches none of the 5 disks');
  expect([filter([]).whyEmpty(5, 1, 'disks'), filter([]).whyEmpty(0, 0, 'disks')]).toEqual([null, null]);
});
