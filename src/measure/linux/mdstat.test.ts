import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseMdstat } from './mdstat.ts';

const parse = (text: string) => parseMdstat(bytesOf(text));
const LEVELS = 'Personalities : [raid1] [raid6] [raid5] [raid4] [raid10] [linear]\n';

describe('parseMdstat', () => {
  it('reads arrays of many kinds', () => {
    const [first, second, striped, inactive, ...others] = parseMdstat(sample('mdstat'));
    expect(others).toEqual([]);
    expect(first).toEqual({
      name: 'md0',
      status: 'active',
      level: 'raid1',
      components: { sdb1: '1', sda1: '0' },
      expected: '2',
      working: '2',
      config: 'UU',
      activity: null,
      failed: 0,
      spares: 0,
      isContainer: false,
      blocks: 976_630_464,
      synced: null,
    });
    expect(second).toMatchObject({
      components: { sde1: '4', sdd1: '2', sdc1: '0' },
      expected: '3',
      working: '2',
      config: 'U_U',
      failed: 1,
      blocks: 1_953_260_544,
      synced: 93_857_792,
      activity: { kind: 'recovery', percent: 9.6, minutesLeft: 120.3, speed: 122_283 },
    });
    expect(striped).toMatchObject({ level: 'raid0', expected: null, working: null, config: null });
    expect(inactive).toMatchObject({ status: 'inactive', level: null, components: { sdf1: '0' } });
  });

  it('passes over every remark in brackets on its own', () => {
    const [array] = parse(
      `${LEVELS}md127 : active (auto-read-only) raid1 sdc1[2](S) sdb1[1](W)(F) sda1[0](J)\n`,
    );
    expect(array).toMatchObject({
      status: 'active',
      level: 'raid1',
      components: { sdc1: '2', sdb1: '1', sda1: '0' },
    });
  });

  it.each([
    ['      \tresync=DELAYED', { kind: 'resync', percent: null, minutesLeft: null, speed: null }],
    ['      \tresync=PENDING', { kind: 'resync', percent: null, minutesLeft: null, speed: null }],
    [
      '      [>....................]  check =  0.0% (8192/976630464) finish=1000.5min speed=8192K/sec',
      { kind: 'check', percent: 0, minutesLeft: 1000.5, speed: 8192 },
    ],
    [
      '      [=====>...............]  reshape = 29.3% (1/2) finish=0.0min speed=1K/sec',
      { kind: 'reshape', percent: 29.3, minutesLeft: 0, speed: 1 },
    ],
  ])('reads %j', (line, activity) => {
    expect(parse(`${LEVELS}md0 : active raid1 sda1[0]\n${line}\n`)[0]?.activity).toEqual(activity);
  });

  it('takes a level only where the kernel has it', () => {
    expect(parse('Personalities : \nmd0 : active raid1 sda1[0]\n')[0]).toMatchObject({ level: null });
  });

  it('takes long names and tenfold counts', () => {
    const text = `${LEVELS}md_d0p1 : active raid10 dm-3[11]\n      8 blocks [12/9] [UUUUUUUUU___]\n`;
    expect(parse(text)[0]).toMatchObject({ name: 'md_d0p1', expected: '12', working: '9' });
  });

  it.each(['', 'Personalities : \nunused devices: <none>\n', '      [2/2] [UU]\n', 'rubbish\n'])(
    'finds none in %j',
    (text) => expect(parse(text)).toEqual([]),
  );
});
