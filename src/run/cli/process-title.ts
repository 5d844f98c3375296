/** The process title. */
import { REDACTED } from '../../core/redact.ts';
import { normalArguments } from './arguments.ts';
import { mainName, OPTIONS } from './options.ts';
import type { CommandLine } from './parse.ts';

const SECRET_OPTIONS = ['snmp_community', 'snmp_user', 'snmp_auth'] as const;

/** The command line with secret values masked; null: no secrets. */
export function titleWithoutSecrets(argv: readonly string[], { given }: CommandLine): string | null {
  const secrets = SECRET_OPTIONS.filter((key) => given.has(key)).map((key) => mainName(OPTIONS[key].names));
  if (secrets.length === 0) return null;
  const options = normalArguments(argv.slice(2)).map((word) => {
    const secret = secrets.find((name) => word.startsWith(`${name}=`));
    return secret === undefined ? word : `${secret}=${REDACTED}`;
  });
  return [...argv.slice(0, 2), ...options].join(' ');
}
