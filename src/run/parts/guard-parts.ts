/** Who may use the servers: the account of the start, and the guard of all requests. */
import { Environment, HostClock, LogWriter } from '../../core/base-services.ts';
import { FileProblems } from '../../core/file-problems.ts';
import { definePart, type Part, pieceOf } from '../../core/parts/part.ts';
import { providerAccountOf } from '../../api/oidc/oidc-section.ts';
import { off, optional } from '../../core/parts/service.ts';
import { Login } from '../../http/route/services.ts';
import type { PasswordFolders } from '../../net/credentials/password-file.ts';
import { placeOf } from '../cli/options.ts';
import { CommandLine } from '../cli/parse.ts';
import { ChosenAccount, chooseAccount } from '../cli/password/choose-account.ts';
import { apiKeyPath, passwordFolders } from '../cli/password/folders.ts';
import { GivenPassword } from '../cli/password/from-environment.ts';
import { Terminal } from '../cli/password/terminal.ts';
import { Configuration } from '../config/load.ts';
import { createGuard, Guard } from './guard.ts';

const account = definePart({
  name: 'account of the server',
  needs: {
    command: CommandLine,
    configuration: Configuration,
    environment: Environment,
    given: GivenPassword,
    terminal: Terminal,
  },
  provides: ChosenAccount,
  isEssential: true,
  async open({ command: { values }, configuration, environment, given, terminal }) {
    const folders = foldersOf(configuration, environment);
    const configured = configuration.sections.outputs;
    return (
      (await chooseAccount({ values, given, folders, terminal, configured })) ??
      off('no password is required')
    );
  },
});

const guard = definePart({
  name: 'access control',
  needs: {
    command: CommandLine,
    configuration: Configuration,
    environment: Environment,
    chosen: optional(ChosenAccount),
    clock: HostClock,
    log: LogWriter,
    problems: FileProblems,
  },
  provides: Guard,
  isEssential: true,
  open: ({ command, configuration, ...setup }) =>
    createGuard({
      ...setup,
      outputs: configuration.sections.outputs,
      access: configuration.sections.access,
      provider: providerAccountOf(configuration.sections.oidc),
      warnings: configuration.warnings,
      keyPath: apiKeyPath(foldersOf(configuration, setup.environment)),
      userFolder: foldersOf(configuration, setup.environment).own,
      port: placeOf(command, configuration).port,
    }),
});

/** For parts; the API gives its routes the same. */
const login = pieceOf(
  Login,
  Guard,
  ({ protection: { authenticator } }) => authenticator ?? off('no password is set'),
);

export const GUARD: readonly Part[] = [account, guard, login];

const foldersOf = ({ sections: { passwords } }: Configuration, environment: Environment): PasswordFolders =>
  passwordFolders(passwords.local_password_path, environment);
