import { describe, expect, it } from 'vitest';
import { expectTotal } from '../../../test/support/expect-total.ts';
import { bytesOf } from './bytes.ts';
import { findAmdgpuName, findPciName } from './hardware-names.ts';

const PCI = bytesOf(
  '# list\n1002  Advanced Micro Devices\n\t9a49  Not this one\n8086  Intel Corporation\n' +
    '\t0166  3rd Gen Core processor Graphics Controller\n\t9a49  TigerLake-LP GT2 [Iris Xe Graphics]\n' +
    '\t\t1028 0a20  Of a laptop\n8087  Intel Corp.\n\t1111  Neither this\n',
);
const AMD = bytesOf(
  '# List\n1.0.0\n15BF,\tC4,\tAMD Radeon 780M Graphics\n15BF,\tC8,\tAMD Radeon 740M\n744C,\tC8, Radeon RX 7900 XTX\n',
);

describe('findPciName', () => {
  it.each([
    ['8086', '9a49', 'Iris Xe Graphics'],
    ['8086', '0166', '3rd Gen Core processor Graphics Controller'],
    ['1002', '9a49', 'Not this one'],
    ['8086', '1111', null],
    ['8087', '1111', 'Neither this'],
    ['8086', '1028', null],
    ['10de', '0166', null],
  ])('%s:%s is %j', (vendor, device, name) => {
    expect(findPciName(PCI, vendor, device)).toBe(name);
  });

  it('takes any bytes', () => expectTotal((bytes) => findPciName(bytes, '8086', '9a49'), PCI));
});

describe('findAmdgpuName', () => {
  it.each([
    ['15BF', 'C4', 'Radeon 780M'],
    ['15BF', 'C8', 'Radeon 740M'],
    ['744C', 'C8', 'Radeon RX 7900 XTX'],
    ['15BF', '00', null],
  ])('%s, %s is %j', (device, revision, name) => {
    expect(findAmdgpuName(AMD, device, revision)).toBe(name);
  });

  it('takes any bytes', () => expectTotal((bytes) => findAmdgpuName(bytes, '15BF', 'C4'), AMD));
});
