/** The system of a host, and its uptime. */
import { formatUptime } from '../../core/format-uptime.ts';
import { type Answers, numberAt, textAt } from './answers.ts';
import { OID } from './oids.ts';
import type { SnmpItem } from './reading.ts';

/** sysDescr of net-snmp: output of uname(1), `Linux db1 6.1.0 #1 SMP … x86_64`. */
const UNAME = /^(?<system>[A-Z]\w*) \S+ (?<release>\S+) (?:.* )?(?<machine>\S+)$/;

export function decodeSystem(answers: Answers): SnmpItem | null {
  const description = textAt(answers, OID.sysDescr);
  const hostname = textAt(answers, OID.sysName);
  if (description === null && hostname === null) return null;
  const { system, release, machine } = UNAME.exec(description ?? '')?.groups ?? {};
  const platform = machine === undefined ? '' : /64$|^s390x$/.test(machine) ? '64bit' : '32bit';
  return {
    os_name: system ?? '',
    hostname: hostname ?? '',
    platform,
    os_version: release ?? '',
    linux_distro: '',
    hr_name: system === undefined ? (description ?? '') : `${platform} / ${system} ${release}`,
  };
}

/** Host uptime, otherwise the SNMP agent's, in hundredths of a second. */
export function decodeUptime(answers: Answers): string | null {
  const ticks = numberAt(answers, OID.hrSystemUptime) ?? numberAt(answers, OID.sysUpTime);
  return ticks === null ? null : formatUptime(ticks / 100);
}
