/** Vendors by the implementer code of the MIDR register (Arm Architecture Reference Manual, MIDR_EL1). */
const VENDORS: Record<number, string> = {
  0x41: 'ARM',
  0x42: 'Broadcom',
  0x43: 'Cavium',
  0x44: 'DEC',
  0x46: 'Fujitsu',
  0x48: 'HiSilicon',
  0x49: 'Infineon',
  0x4d: 'Motorola/Freescale',
  0x4e: 'NVIDIA',
  0x50: 'APM',
  0x51: 'Qualcomm',
  0x53: 'Samsung',
  0x56: 'Marvell',
  0x61: 'Apple',
  0x66: 'Faraday',
  0x69: 'Intel',
  0x6d: 'Microsoft',
  0x70: 'Phytium',
  0xc0: 'Ampere',
};

/** Arm's own designs by part number (each core's Technical Reference Manual, MIDR). */
const ARM_PARTS: Record<number, string> = {
  0xb76: 'ARM1176',
  0xc07: 'Cortex-A7',
  0xc08: 'Cortex-A8',
  0xc09: 'Cortex-A9',
  0xc0f: 'Cortex-A15',
  0xd03: 'Cortex-A53',
  0xd04: 'Cortex-A35',
  0xd05: 'Cortex-A55',
  0xd07: 'Cortex-A57',
  0xd08: 'Cortex-A72',
  0xd09: 'Cortex-A73',
  0xd0a: 'Cortex-A75',
  0xd0b: 'Cortex-A76',
  0xd0c: 'Neoverse-N1',
  0xd40: 'Neoverse-V1',
  0xd41: 'Cortex-A78',
  0xd49: 'Neoverse-N2',
  0xd4f: 'Neoverse-V2',
};
const ARM = 0x41;

/** Name of an ARM processor by implementer and part code: vendor and core, if known; null for other codes. */
export function armCpuName(implementer: number, part: number): string | null {
  const vendor = VENDORS[implementer];
  if (vendor === undefined) return null;
  const core = implementer === ARM ? ARM_PARTS[part] : undefined;
  return core === undefined ? vendor : `${vendor} ${core}`;
}
