import { describe, expect, it } from 'vitest';
import { constant, gauge } from '../../core/fields.ts';
import { definePlugin } from '../../core/plugin.ts';
import { openSnmp } from './snmp-remote.ts';

class SnmpError extends Error {
  override readonly name = 'SnmpError';
}

describe('openSnmp', () => {
  it('reads twice for rates, shows the second reading, then what is new', async () => {
    let count = 0;
    const reader = {
      async read() {
        count += 1;
        return { load: { min1: count }, ...(count === 1 ? { fs: [] } : { cpu: {} }) };
      },
    };
    const remote = await openSnmp(reader, [], 0);
    expect(remote.plugins).toEqual(expect.arrayContaining(['load', 'fs', 'cpu']));
    expect((await remote.read(['load'])).get('load')).toEqual({ min1: 2 });
    const values = await remote.read(['load', 'fs', 'constructor']);
    expect(values.get('load')).toEqual({ min1: 3 });
    expect(values.get('fs')).toMatchObject({ problem: 'absent' });
    expect(values.get('constructor')).toMatchObject({ problem: 'absent' });
  });

  it('has null in place of numbers that a plugin rules out', async () => {
    const mem = definePlugin({
      name: 'mem',
      shape: 'object',
      description: '',
      fields: {
        total: constant('bytes', ''),
        available: gauge('bytes', '', { atMost: 'total' }),
        percent: gauge('percent', '', { from: ['available'] }),
      },
      create: () => expect.unreachable(),
    });
    const read = async () => ({ mem: { total: 100, available: 120, percent: -20 }, load: { min1: 1 } });
    const remote = await openSnmp({ read }, [mem], 0);
    const values = await remote.read(['mem', 'load']);
    expect(values.get('mem')).toMatchObject({ total: 100, available: null, percent: null });
    expect(values.get('load')).toEqual({ min1: 1 });
  });

  it('says why there is nothing', async () => {
    const silent = openSnmp(
      { read: () => Promise.reject(new SnmpError('db1 does not answer by SNMP.')) },
      [],
    );
    await expect(silent).rejects.toMatchObject({ problem: 'late', message: 'db1 does not answer by SNMP' });
    const broken = openSnmp({ read: () => Promise.reject(new TypeError('x')) }, []);
    await expect(broken).rejects.toThrow(TypeError);
  });
});
