import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseMounts } from './mounts.ts';

const paths = (text: string): string[] => parseMounts(bytesOf(text)).map((mount) => mount.path);

describe('parseMounts', () => {
  it('reads a recorded file, in order', () => {
    const mounts = parseMounts(sample('mounts'));
    expect(mounts[0]).toMatchObject({ device: 'proc', path: '/proc', type: 'proc' });
    const root = {
      device: '/dev/vda',
      path: '/',
      mountPoint: '/',
      type: 'ext4',
      options: 'rw,relatime,discard',
    };
    expect(mounts).toContainEqual(root);
    expect(mounts.at(-1)?.path).toBe('/media/usb disk');
  });

  it.each([
    ['/a\\040b', '/a b'],
    ['/tab\\011feed\\012', '/tab\tfeed\n'],
    ['/back\\134040', '/back\\040'],
    ['/\\303\\244', '/ä'],
    ['/ä\\040', '/ä '],
    ['/\\04', '/\\04'],
    ['/\\089\\777', '/\\089\\777'],
  ])('decodes %s', (written, path) => expect(paths(`d ${written} ext4 rw 0 0\n`)).toEqual([path]));

  it('shows no-break spaces as blanks', () => {
    const [mount] = parseMounts(bytesOf('d /a\u00a0b ext4 rw 0 0'));
    expect(mount).toMatchObject({ path: '/a\u00a0b', mountPoint: '/a b' });
  });

  it('takes an empty device name', () => {
    expect(parseMounts(bytesOf(' /mnt tmpfs rw 0 0'))).toMatchObject([
      { device: '', path: '/mnt', type: 'tmpfs' },
    ]);
  });

  it('skips comments and lines cut short, not devices that begin with a hash', () => {
    expect(paths('')).toEqual([]);
    expect(
      paths(
        '# a comment with words\n/dev/sda\n/dev/sda /a ext4\n\\043x /x ext4 rw\n/dev/sdb /b ext4 rw 0 0 more',
      ),
    ).toEqual(['/x', '/b']);
  });
});
