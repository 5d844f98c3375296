/** Builds access control from configuration, account and keys. */
import type { Server } from 'node:https';
import { allowClients } from '../../http/server/allowed-clients.ts';
import type { ClientCertificates } from '../../http/server/client-certificates.ts';
import { createCors } from '../../http/server/cors.ts';
import type { Protection } from '../../http/server/protection.ts';
import { createSocketIdentity, firstIdentity, type PeerIdentity } from '../../http/server/peer-identity.ts';
import { createProxyIdentity } from '../../http/server/proxy-identity.ts';
import { rolesOf } from '../../net/credentials/access-section.ts';
import type { Tls } from '../../http/server/tls.ts';
import type { Environment } from '../../core/base-services.ts';
import { service } from '../../core/parts/service.ts';
import type { User } from '../../net/credentials/account.ts';
import { createAccounts } from '../../net/credentials/accounts.ts';
import { type Audit, auditPath, commandsAuditPath, createAudit } from '../../net/credentials/audit.ts';
import type { Authenticator, ProviderAccount } from '../../net/credentials/authenticator.ts';
import { stateFolder } from '../../net/deliver/state-folder.ts';
import type { SectionValues } from '../config/sections.ts';
import type { Clock } from '../../core/host.ts';
import { hostRule } from '../../core/host-pattern.ts';
import { UNIX } from '../../core/ip-networks.ts';
import { ConfigError } from '../../core/errors.ts';
import {
  type CredentialFiles,
  followCertificate,
  followCredentials,
  keysIn,
  usersIn,
} from './guard-files.ts';

type Outputs = SectionValues['outputs'];
type AccessRules = SectionValues['access'];

export interface GuardSetup extends CredentialFiles {
  outputs: Outputs;
  access: AccessRules;
  /** Null: nobody logs in at a provider. */
  provider?: ProviderAccount | null;
  /** Of the configuration: a misspelled key may be what a missing one comes from. */
  warnings: readonly string[];
  environment: Environment;
  clock: Clock;
  /** Distinguishes the sessions of several agents on a host. */
  port: number;
}

export interface Guard {
  readonly protection: Protection;
  /** File of API keys, which may be missing. */
  readonly keyPath: string;
  /** Starts to follow password, keys and certificate. The result stops it. */
  follow(servers: readonly unknown[]): () => void;
}
export const Guard = service<Guard>('access control');

/** Throws {@link ConfigError} and `AuthError` for invalid settings. */
export async function createGuard(setup: GuardSetup): Promise<Guard> {
  const { outputs } = setup;
  const certificates = await clientCertificatesOf(setup);
  const tls = await tlsOf(setup);
  const users = usersIn(setup);
  const isGuarded =
    setup.chosen !== null ||
    users !== null ||
    (setup.provider ?? null) !== null ||
    isLoginRequired(setup.access);
  const audit = isGuarded ? auditOf(setup) : null;
  const authenticator = audit && (await authenticatorOf(setup, users ?? [], audit));
  return {
    keyPath: setup.keyPath,
    protection: {
      hosts: outputs.webui_allowed_hosts.length === 0 ? null : hostRule(outputs.webui_allowed_hosts),
      cors: createCors({
        origins: outputs.cors_origins,
        credentials: outputs.cors_credentials,
        methods: outputs.cors_methods,
        headers: outputs.cors_headers,
      }),
      authenticator,
      peerIdentity: firstIdentity([
        proxyIdentityOf(setup),
        socketIdentityOf(setup),
        certificates?.identityOf ?? null,
      ]),
      audit,
      accounts:
        authenticator &&
        createAccounts({
          userFolder: setup.userFolder,
          keyPath: setup.keyPath,
          stateFolder: stateFolder(setup.environment, process.getuid?.() === 0),
          startUser: setup.chosen?.account.user ?? null,
        }),
      trustedProxies: outputs.trusted_proxies,
      mayConnect: allowClients({
        clients: outputs.allowed_clients,
        warn: (text) => setup.log.write('WARNING', text),
      }),
      tls: tls?.options ?? null,
    },
    follow(servers) {
      const ends = [
        ...(tls === null
          ? []
          : servers.map((server) => followCertificate(tls, server as Server, setup.log, certificates))),
        ...(authenticator === null ? [] : followCredentials(authenticator, setup)),
      ];
      return () => ends.forEach((end) => end());
    },
  };
}

function proxyIdentityOf({ access, log }: GuardSetup): PeerIdentity | null {
  if (access.trusted_proxies.length === 0) return null;
  return createProxyIdentity({
    proxies: access.trusted_proxies,
    userHeader: access.user_header,
    groupsHeader: access.groups_header,
    roles: rolesOf(access.roles),
    userRoles: rolesOf(access.user_roles),
    defaultRole: access.default_role ?? null,
    viewerArguments: access.viewer_arguments,
    warn: (text) => log.write('WARNING', text),
  });
}

function socketIdentityOf({ access, warnings }: GuardSetup): PeerIdentity | null {
  const { socket_role: role, trusted_proxies: proxies, viewer_arguments: viewerArguments } = access;
  if (role === undefined) return null;
  // A request of the proxy without its header would have the role of the socket.
  if (proxies.includes(UNIX))
    throw new ConfigError(
      ['[access] socket_role and unix in trusted_proxies exclude each other: remove one of them.'],
      warnings.filter((warning) => warning.includes('[access]')),
    );
  return createSocketIdentity(role, viewerArguments);
}

/** Null: clients are not asked for a certificate. */
async function clientCertificatesOf({
  outputs,
  access,
  log,
}: GuardSetup): Promise<ClientCertificates | null> {
  const { client_ca_file, client_crl_file, client_certificates } = access;
  if (client_ca_file === undefined) {
    if (client_certificates === 'required' || client_crl_file !== undefined)
      throw new ConfigError([
        '[access] client_certificates and client_crl_file need client_ca_file: set it, or remove them.',
      ]);
    return null;
  }
  if (outputs.ssl_certfile === undefined)
    throw new ConfigError([
      '[access] client_ca_file needs TLS: set [outputs] ssl_certfile and ssl_keyfile, or remove it.',
    ]);
  const { createClientCertificates } = await import('../../http/server/client-certificates.ts');
  return createClientCertificates({
    isRequired: client_certificates === 'required',
    roles: rolesOf(access.user_roles),
    viewerArguments: access.viewer_arguments,
    warn: (text) => log.write('WARNING', text),
  });
}

async function tlsOf({ outputs, access, warnings }: GuardSetup): Promise<Tls | null> {
  const { ssl_certfile: certificate, ssl_keyfile: key, ssl_keyfile_password: password } = outputs;
  const { client_ca_file: clientAuthorities, client_crl_file: revocations } = access;
  if (certificate === undefined && key === undefined) return null;
  if (certificate === undefined || key === undefined)
    throw new ConfigError(
      [
        `[outputs] ${key === undefined ? 'ssl_certfile needs ssl_keyfile' : 'ssl_keyfile needs ssl_certfile'}: set both, or none for plain HTTP.`,
      ],
      warnings.filter((warning) => warning.includes('[outputs]')),
    );
  const { createTls, TlsError } = await import('../../http/server/tls.ts');
  try {
    return createTls({ certificate, key, password, clientAuthorities, revocations });
  } catch (error) {
    throw error instanceof TlsError ? new ConfigError([error.message]) : error;
  }
}

function auditOf({ environment, port, problems, log }: GuardSetup): Audit {
  const folder = stateFolder(environment, process.getuid?.() === 0);
  return createAudit({
    path: folder && auditPath(folder, port),
    commandsPath: folder && commandsAuditPath(folder),
    problems,
    log: (text) => log.write('INFO', text),
  });
}

async function authenticatorOf(
  setup: GuardSetup,
  users: readonly User[],
  audit: Audit,
): Promise<Authenticator> {
  const { outputs, chosen, environment, port, problems, provider = null } = setup;
  if (chosen !== null && chosen.file !== null) problems.report(chosen.file.path, chosen.damage ?? null);
  const { createAuthenticator } = await import('../../net/credentials/authenticator.ts');
  const { createSessions } = await import('../../net/credentials/sessions.ts');
  const { createKeyUses, keyUsesPath } = await import('../../net/credentials/key-uses.ts');
  const folder = stateFolder(environment, process.getuid?.() === 0);
  return createAuthenticator({
    account: chosen?.account ?? null,
    users,
    keys: keysIn(setup),
    onWrongPassword: (who, from, target) =>
      void audit.write({ time: Date.now(), who, role: null, from, action: 'login', target, status: 401 }),
    onKeyUse: createKeyUses(folder && keyUsesPath(folder, port), problems).note,
    sessions: createSessions({
      path: folder && `${folder}/sessions-${port}.json`,
      days: outputs.session_days,
      clock: setup.clock,
      problems: setup.problems,
    }),
    provider,
    tokens: { secret: outputs.jwt_secret_key, minutes: outputs.jwt_expire_minutes },
    viewerArguments: setup.access.viewer_arguments,
  });
}

/** Peers that say who is logged in make every request need a login. */
const isLoginRequired = ({
  trusted_proxies,
  socket_role,
  client_ca_file,
  user_roles,
}: AccessRules): boolean =>
  trusted_proxies.length > 0 ||
  socket_role !== undefined ||
  (client_ca_file !== undefined && user_roles.length > 0);
