/** Output of virsh(1) in the C locale. */

/** A row of `list --all --uuid --id --name`. */
export interface DomainRow {
  uuid: string;
  /** A number, or `-` when it does not run. */
  id: string;
  name: string;
}

const ROW = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d+|-) (.+)$/;

export const parseDomainRows = (text: string): DomainRow[] =>
  text.split('\n').flatMap((line) => {
    const [, uuid, id, name] = ROW.exec(line) ?? [];
    return uuid === undefined || id === undefined || name === undefined ? [] : [{ uuid, id, name }];
  });

/** Parses `domstats` by domain: lines `key=value` below a line with its name. A value may hold further `=`. */
export function parseStats(text: string): Map<string, Map<string, string>> {
  const domains = new Map<string, Map<string, string>>();
  let values = new Map<string, string>();
  for (const line of text.split('\n')) {
    const name = /^Domain: '(.*)'$/.exec(line)?.[1];
    if (name !== undefined) domains.set(name, (values = new Map()));
    const at = line.indexOf('=');
    if (name === undefined && line.startsWith('  ') && at > 0)
      values.set(line.slice(2, at), line.slice(at + 1));
  }
  return domains;
}

/** `Running hypervisor: QEMU 9.1.0`, the fourth and last line of `version`. */
export const parseHypervisor = (text: string): string | null =>
  /^Running hypervisor: (.+)$/m.exec(text)?.[1]?.trim() ?? null;

/** States as virDomainState numbers them, in virsh's words. */
const STATES = ['no state', 'running', 'idle', 'paused', 'in shutdown', 'shut off', 'crashed', 'pmsuspended'];

export const stateName = (state: string | undefined): string => STATES[Number(state)] ?? 'no state';
