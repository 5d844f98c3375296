import { parsedSecretOption, secretOption, textOption } from '../../../core/options.ts';
import { basicAuthorization } from '../../../net/transport/basic.ts';
import { parseToken } from '../../../net/deliver/parse.ts';

/** Keys of targets with a token, or a user name and password. */
export const loginOptions = {
  token: parsedSecretOption(parseToken, 'Access token.'),
  username: textOption(undefined, 'User name, where there is no token.'),
  password: secretOption('Its password.'),
};

interface Login {
  readonly token?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** Problem of the combined values; null: none. */
export function loginProblem({ token, username, password }: Login): string | null {
  if ((username === undefined) !== (password === undefined))
    return 'needs both username and password, or neither';
  return token !== undefined && username !== undefined
    ? 'has a token and a user name: keep one of them'
    : null;
}

/** Returns the header of a request. */
export function loginHeader({ token, username, password }: Login): Record<string, string> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  return username === undefined ? {} : { authorization: basicAuthorization(username, password ?? '') };
}
