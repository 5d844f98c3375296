import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseCpuinfo } from './cpuinfo.ts';

const parse = (text: string): ReturnType<typeof parseCpuinfo> => parseCpuinfo(bytesOf(text));

describe('parseCpuinfo', () => {
  it('reads a recorded file', () => {
    const cpuinfo = parseCpuinfo(sample('cpuinfo'));
    expect(cpuinfo.name).toMatch(/^Intel\(R\) Xeon\(R\)/);
    expect(cpuinfo.mhz).toHaveLength(2);
    expect(cpuinfo.physicalCores).toBe(2);
  });

  it('is empty for an empty or foreign file', () => {
    const nothing = { name: null, mhz: [], physicalCores: null };
    expect(parse('')).toEqual(nothing);
    expect(parse('vendor_id\t: IBM/S390\nmodel name\ncpu MHz 5\nmodel name :\nphysical id\t: 3\n')).toEqual(
      nothing,
    );
  });

  it('takes the first name of several', () => {
    expect(parse('model\t\t: 85\nmodel name\t: First\nmodel name\t: Second\nModel\t: Board').name).toBe(
      'First',
    );
    expect(
      parse('processor\t: 0\n\nHardware\t: BCM2711\nModel\t\t: Raspberry Pi 4 Model B Rev 1.1').name,
    ).toBe('Raspberry Pi 4 Model B Rev 1.1');
    expect(parse('cpu model\t\t: MIPS 24Kc V7.4\n').name).toBe('MIPS 24Kc V7.4');
  });

  it.each([
    ['POWER', 'cpu\t\t: POWER9 (architected)\nclock\t\t: 3800.000000MHz\n', 'POWER9 (architected)', [3800]],
    ['LoongArch', 'Model Name\t\t: Loongson-3A5000\nCPU MHz\t\t\t: 2500.00\n', 'Loongson-3A5000', [2500]],
    ['RISC-V', 'isa\t\t: rv64imafdc\nuarch\t\t: sifive,u74-mc\n', 'sifive,u74-mc', []],
    ['s390', 'cpu number      : 0\ncpu MHz dynamic : 5200\ncpu MHz static  : 5208\n', null, [5200]],
  ])('reads the words of %s', (_, text, name, mhz) => {
    expect(parse(text)).toMatchObject({ name, mhz });
  });

  it('counts the cores of each package once', () => {
    const core = (id: number, cores: number): string =>
      `cpu MHz\t: 2500.5\nphysical id\t: ${id}\ncpu cores\t: ${cores}\n\n`;
    expect(parse(core(0, 4) + core(0, 4) + core(1, 6))).toMatchObject({
      physicalCores: 10,
      mhz: [2500.5, 2500.5, 2500.5],
    });
    expect(parse('cpu cores\t: 2\n').physicalCores).toBe(2);
  });

  it('names ARM processors by their codes', () => {
    const codes = (implementer: string, part: string): string =>
      `CPU implementer\t: ${implementer}\nCPU part\t: ${part}\n`;
    expect(parse(codes('0x41', '0xd0c')).name).toBe('ARM Neoverse-N1');
    expect(parse(codes('0x41', '0xfff')).name).toBe('ARM');
    expect(parse(codes('0x61', '0x022')).name).toBe('Apple');
    expect(parse(codes('0x99', '0xd0c')).name).toBeNull();
    expect(parse(codes('x', '')).name).toBeNull();
  });
});
