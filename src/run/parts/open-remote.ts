/** `-c`: opens the agent of another host. */
import { DEFAULT_USER, userNameProblem } from '../../net/credentials/account.ts';
import { connect } from '../../net/agents/connect.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { openSnmp } from '../../net/agents/snmp-remote.ts';
import type { Remote } from '../../net/agents/remote.ts';
import { type AgentTarget, parseAgentTarget, TargetError } from '../../net/agents/target.ts';
import { UsageError, EXIT_USAGE, Failure } from '../../core/errors.ts';
import type { RawConfig } from '../config/load.ts';
import { VERSION } from '../../core/version.ts';
import type { Values } from '../cli/options.ts';
import type { GivenPassword } from '../cli/password/from-environment.ts';
import type { Terminal } from '../cli/password/terminal.ts';
import { snmpOptionsOf } from '../../fleet/hub/snmp.ts';

export interface RemoteSetup {
  values: Values;
  given: GivenPassword;
  raw: RawConfig;
  terminal: Terminal;
  warn(text: string): void;
}

interface NamedRemote {
  remote: Remote;
  /** The host as the user named it. */
  name: string;
}

/** Default user of the server that Gander replaces. */
const OTHER_USER = 'glances';

/** Throws `UsageError` for an invalid host, {@link Failure} with exit code 2 for a host that cannot be shown. */
export async function openRemote(setup: RemoteSetup): Promise<NamedRemote> {
  const { values } = setup;
  const text = values.client ?? '';
  const target = expected(() => parseAgentTarget(text));
  try {
    const isForced = values.snmp_force;
    return { name: text, remote: await (isForced ? bySnmp(target.name, values) : byAgent(target, setup)) };
  } catch (error) {
    if (error instanceof RequestError)
      throw new Failure(`${text} cannot be shown: ${explained(error)}`, EXIT_USAGE);
    throw error;
  }
}

async function byAgent(target: AgentTarget, setup: RemoteSetup): Promise<Remote> {
  const users = await usersOf(setup);
  const password = (): Promise<string | null> => passwordFor(target.name, setup);
  try {
    return await connect({ target, major: VERSION.split('.')[0] ?? '', users, password });
  } catch (error) {
    if (!(error instanceof RequestError) || !SILENT.has(error.problem)) throw error;
    const remote = await bySnmp(target.name, setup.values).catch(() => null);
    if (remote === null) throw error;
    setup.warn(`${target.name} is asked by SNMP, which tells less than an agent: ${error.message}.`);
    return remote;
  }
}

/** If no agent replies, the host itself may. */
const SILENT: ReadonlySet<RequestError['problem']> = new Set(['refused', 'late', 'closed', 'unreachable']);

async function bySnmp(host: string, values: Values): Promise<Remote> {
  const { createSnmpReader } = await import('../../measure/snmp/read-snmp.ts');
  const { plugins } = await import('../../measure/plugins/index.ts');
  return openSnmp(createSnmpReader(snmpOptionsOf(values, host)), plugins);
}

function expected<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof TargetError ? new UsageError(error.message) : error;
  }
}

/** Users to log in as: the given one, otherwise the usual defaults. */
async function usersOf({ values, given, terminal }: RemoteSetup): Promise<string[]> {
  const named = values.username_used ?? given.user;
  if (named !== null && named !== undefined) return [checked(named)];
  if (!values.username_prompt) return [DEFAULT_USER, OTHER_USER];
  if (!terminal.isInteractive)
    throw new UsageError(
      '--username asks on a terminal, and there is none: name the user with -u or GANDER_USERNAME.',
    );
  return [checked(await terminal.ask('Username: '))];
}

function checked(user: string): string {
  const problem = userNameProblem(user);
  if (problem !== null) throw new UsageError(`${problem}.`);
  return user;
}

/** Asks for the password if requested; otherwise from the environment or the file; otherwise asks if there is a terminal. */
async function passwordFor(
  host: string,
  { values, given, raw, terminal }: RemoteSetup,
): Promise<string | null> {
  const isWanted = values.password_prompt || values.username_prompt;
  const known = given.password ?? (isWanted ? undefined : storedPassword(raw, host));
  if (known !== undefined) return known;
  return terminal.isInteractive
    ? terminal.askHidden(`Password for ${host}: `)
    : (storedPassword(raw, host) ?? null);
}

/** From [passwords], whose keys are in lower case, unlike names of hosts. */
function storedPassword({ passwords = {} }: RawConfig, host: string): string | undefined {
  const name = host.toLowerCase();
  if (name !== 'local_password_path' && Object.hasOwn(passwords, name)) return passwords[name];
  return passwords['default'];
}

const explained = ({ problem, message }: RequestError): string => {
  const hint = HINTS[problem];
  if (hint !== undefined) return `${message}; ${hint}.`;
  return /[.?!]$/.test(message) ? message : `${message}.`;
};

const HINTS: Partial<Record<RequestError['problem'], string>> = {
  unresolved: 'check the spelling, or name its address',
  refused: 'start gander -w or gander -s there, or name the port',
  password:
    'put the right one into [passwords] of the configuration file, set GANDER_PASSWORD_FILE, or start with --password; -u names the user',
  certificate: 'name its authority in NODE_EXTRA_CA_CERTS',
  closed: 'where it serves TLS, write https:// in front of its name',
};
