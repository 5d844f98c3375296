/** Requested objects. SNMPv2-MIB (RFC 3418), HOST-RESOURCES-MIB (RFC 2790), IF-MIB (RFC 2863), UCD-SNMP-MIB (net-snmp). */

const SYSTEM = '1.3.6.1.2.1.1';
const HOST = '1.3.6.1.2.1.25';
const UCD = '1.3.6.1.4.1.2021';

export const OID = {
  sysDescr: `${SYSTEM}.1.0`,
  sysUpTime: `${SYSTEM}.3.0`,
  sysName: `${SYSTEM}.5.0`,
  hrSystemUptime: `${HOST}.1.1.0`,
  laLoad1: `${UCD}.10.1.3.1`,
  laLoad5: `${UCD}.10.1.3.2`,
  laLoad15: `${UCD}.10.1.3.3`,
  memTotalSwap: `${UCD}.4.3.0`,
  memAvailSwap: `${UCD}.4.4.0`,
  memTotalReal: `${UCD}.4.5.0`,
  memAvailReal: `${UCD}.4.6.0`,
  memShared: `${UCD}.4.13.0`,
  memBuffer: `${UCD}.4.14.0`,
  memCached: `${UCD}.4.15.0`,
  memSysAvail: `${UCD}.4.27.0`,
  cpuRawUser: `${UCD}.11.50.0`,
  cpuRawNice: `${UCD}.11.51.0`,
  cpuRawSystem: `${UCD}.11.52.0`,
  cpuRawIdle: `${UCD}.11.53.0`,
  cpuRawWait: `${UCD}.11.54.0`,
  cpuRawInterrupt: `${UCD}.11.56.0`,
  rawInterrupts: `${UCD}.11.59.0`,
  rawContexts: `${UCD}.11.60.0`,
  cpuRawSoftIrq: `${UCD}.11.61.0`,
  cpuRawSteal: `${UCD}.11.64.0`,
  cpuRawGuest: `${UCD}.11.65.0`,
  cpuNumCpus: `${UCD}.11.67.0`,
} as const;

export const COLUMN = {
  processorLoad: `${HOST}.3.3.1.2`,
  storageType: `${HOST}.2.3.1.2`,
  storageDescr: `${HOST}.2.3.1.3`,
  storageUnits: `${HOST}.2.3.1.4`,
  storageSize: `${HOST}.2.3.1.5`,
  storageUsed: `${HOST}.2.3.1.6`,
  ifDescr: '1.3.6.1.2.1.2.2.1.2',
  ifSpeed: '1.3.6.1.2.1.2.2.1.5',
  ifOperStatus: '1.3.6.1.2.1.2.2.1.8',
  ifInOctets: '1.3.6.1.2.1.2.2.1.10',
  ifOutOctets: '1.3.6.1.2.1.2.2.1.16',
  ifName: '1.3.6.1.2.1.31.1.1.1.1',
  ifHCInOctets: '1.3.6.1.2.1.31.1.1.1.6',
  ifHCOutOctets: '1.3.6.1.2.1.31.1.1.1.10',
  ifHighSpeed: '1.3.6.1.2.1.31.1.1.1.15',
  ifAlias: '1.3.6.1.2.1.31.1.1.1.18',
} as const;

/** Values of hrStorageType. */
export const STORAGE = {
  memory: `${HOST}.2.1.2`,
  virtual: `${HOST}.2.1.3`,
  disks: [4, 5, 9, 10].map((kind) => `${HOST}.2.1.${kind}`),
} as const;

export interface Table {
  columns: readonly string[];
  /** More are left out. */
  mostRows: number;
}

/** The tables that are walked, and the plugins that show them. */
export const TABLES: readonly Table[] = [
  { columns: [COLUMN.processorLoad], mostRows: 1024 },
  {
    columns: [
      COLUMN.storageType,
      COLUMN.storageDescr,
      COLUMN.storageUnits,
      COLUMN.storageSize,
      COLUMN.storageUsed,
    ],
    mostRows: 256,
  },
  {
    columns: [COLUMN.ifDescr, COLUMN.ifSpeed, COLUMN.ifOperStatus, COLUMN.ifInOctets, COLUMN.ifOutOctets],
    mostRows: 512,
  },
  {
    columns: [COLUMN.ifName, COLUMN.ifHCInOctets, COLUMN.ifHCOutOctets, COLUMN.ifHighSpeed, COLUMN.ifAlias],
    mostRows: 512,
  },
];
