import { eachLine } from './bytes.ts';
import { formatIpv6 } from './ip-format.ts';

export interface Ipv6Address {
  interfaceName: string;
  /** Text form of RFC 5952, without a zone. */
  address: string;
  prefixLength: number;
  /** 0x00 global, 0x10 host, 0x20 link, 0x40 site (include/net/ipv6.h). */
  scope: number;
}

const ADDRESS = /^[0-9a-f]{32}$/i;

/** Reads /proc/net/if_inet6, addresses in file order. Rows of another form are skipped. */
export function parseIfInet6(bytes: Uint8Array): Ipv6Address[] {
  const addresses: Ipv6Address[] = [];
  eachLine(bytes, (cursor) => {
    const digits = cursor.word();
    cursor.skipWords(1); // interface index
    const prefixLength = cursor.hex();
    const scope = cursor.hex();
    cursor.skipWords(1); // IFA_F_ flags
    const interfaceName = cursor.restOfLine();
    if (!ADDRESS.test(digits) || interfaceName === '') return;
    addresses.push({ interfaceName, address: formatIpv6(digits), prefixLength, scope });
  });
  return addresses;
}
