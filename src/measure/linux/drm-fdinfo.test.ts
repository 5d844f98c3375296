import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseDrmFdinfo } from './drm-fdinfo.ts';

const parse = (...lines: string[]) => parseDrmFdinfo(bytesOf(lines.join('\n')));

describe('parseDrmFdinfo', () => {
  it('reads what panthor writes', () => {
    expect(parseDrmFdinfo(sample('drm-fdinfo'))).toEqual({
      driver: 'panthor',
      device: 'fb000000.gpu',
      client: '7',
      engineNs: 500_000_000,
      totalBytes: 4 * 1024 ** 2,
      residentBytes: 1024 ** 2,
    });
  });

  it('adds up engines, not their capacity, and regions', () => {
    const use = parse(
      'drm-driver:\tv3d',
      'drm-engine-bin:\t100 ns',
      'drm-engine-render:\t250 ns',
      'drm-engine-capacity-render:\t4',
      'drm-cycles-render:\t9999',
      'drm-total-memory:\t2 MiB',
      'drm-total-memory1:\t1 GiB',
      'drm-resident-memory:\t12',
      'drm-memory-vram:\t3 KB',
    );
    expect(use).toMatchObject({
      device: null,
      client: null,
      engineNs: 350,
      totalBytes: 2 * 1024 ** 2 + 1024 ** 3,
      residentBytes: 3012,
    });
  });

  it('tells a card that counts no time from one that is idle', () => {
    expect(parse('drm-driver: panfrost')?.engineNs).toBeNull();
    expect(parse('drm-driver: panfrost', 'drm-engine-fragment: 0 ns')?.engineNs).toBe(0);
  });

  it('is null for other descriptors', () => {
    expect(parse('pos:\t0', 'flags:\t02', 'mnt_id:\t25')).toBeNull();
    expect(parse('')).toBeNull();
  });
});
