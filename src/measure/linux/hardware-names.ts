/** Device names from the lists of distributions. */
import { decode } from './bytes.ts';

/**
 * Finds the name of a PCI device in pci.ids (https://pci-ids.ucw.cz); null if it is not listed. A text in brackets, the marketing
 * name, takes precedence.
 * @param vendor, device four lower-case hexadecimal digits
 */
export function findPciName(bytes: Uint8Array, vendor: string, device: string): string | null {
  const text = `\n${decode(bytes)}`;
  const start = text.indexOf(`\n${vendor}  `);
  if (start === -1) return null;
  const nextVendor = /\n[0-9a-zA-Z]/g;
  nextVendor.lastIndex = start + 1;
  const end = nextVendor.exec(text)?.index ?? text.length;
  const found = text.indexOf(`\n\t${device}  `, start);
  if (found === -1 || found > end) return null;
  const name = restOfLine(text, found + 1 + `\t${device}  `.length);
  return /\[([^[\]]+)\]/.exec(name)?.[1] ?? name;
}

/**
 * Finds the name of an AMD card in libdrm's amdgpu.ids, without the vendor and "Graphics"; null if it is not listed.
 * @param device, revision upper-case hexadecimal digits
 */
export function findAmdgpuName(bytes: Uint8Array, device: string, revision: string): string | null {
  const line = new RegExp(`^${device},[ \\t]*${revision},[ \\t]*(\\S.*)$`, 'm').exec(decode(bytes));
  const name = line?.[1]
    ?.trim()
    .replace(/^AMD /, '')
    .replace(/ Graphics$/, '');
  return name === undefined || name === '' ? null : name;
}

function restOfLine(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? text.length : end).trim();
}
