import { describe, expect, it } from 'vitest';
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
    const remote = await openSnmp(reader, 0);
    expect(remote.plugins).toEqual(expect.arrayContaining(['load', 'fs', 'cpu']));
    expect((await remote.read(['load'])).get('load')).toEqual({ min1: 2 });
    const values = await remote.read(['load', 'fs', 'constructor']);
    expect(values.get('load')).toEqual({ min1: 3 });
    expect(values.get('fs')).toMatchObject({ problem: 'absent' });
    expect(values.get('constructor')).toMatchObject({ problem: 'absent' });
  });

  it('says why there is nothing', async () => {
    const silent = openSnmp({ read: () => Promise.reject(new SnmpError('db1 does not answer by SNMP.')) });
    await expect(silent).rejects.toMatchObject({ problem: 'late', message: 'db1 does not answer by SNMP' });
    const broken = openSnmp({ read: () => Promise.reject(new TypeError('x')) });
    await expect(broken).rejects.toThrow(TypeError);
  });
});
