/** SNMP secrets from environment or file, since all local users can read the command line. */
import { readGivenFile } from '../../net/credentials/private-file.ts';
import { UsageError } from '../../core/errors.ts';
import type { CommandLine } from './parse.ts';

const KEYS = ['snmp_community', 'snmp_user', 'snmp_auth'] as const;

type Environment = Record<string, string | undefined>;

/**
 * Adds `GANDER_SNMP_COMMUNITY`, `GANDER_SNMP_USER`, `GANDER_SNMP_AUTH` or their `_FILE` variants to the options; the command line
 * takes precedence. Throws {@link UsageError}, `AuthError`.
 */
export function withSnmpSecrets(command: CommandLine, environment: Environment): CommandLine {
  const values = { ...command.values };
  for (const key of KEYS) {
    const found = secretIn(`GANDER_${key.toUpperCase()}`, environment);
    if (found !== undefined && !command.given.has(key)) values[key] = found;
  }
  return { ...command, values };
}

function secretIn(name: string, environment: Environment): string | undefined {
  const { [name]: text, [`${name}_FILE`]: path } = environment;
  if (text !== undefined && path !== undefined)
    throw new UsageError(`${name} and ${name}_FILE exclude each other: set one of them.`);
  if (path === undefined) return text;
  const content = readGivenFile(path);
  if (content === null) throw new UsageError(`${name}_FILE: there is no file ${path}.`);
  const [line = ''] = content.split(/\r?\n/);
  if (line === '')
    throw new UsageError(`${name}_FILE: ${path} is empty: write the secret on its first line.`);
  return line;
}
