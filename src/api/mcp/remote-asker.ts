/** Asks an agent elsewhere, in the name of who is logged in there. */
import type { Remote } from '../../net/agents/remote.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { type Asker, AskError } from './asker.ts';

const NOT_FOUND = 404;

interface Reached extends Pick<Remote, 'isLoggedIn'> {
  readonly ask: NonNullable<Remote['ask']>;
}

/** @param page address of its page, with a slash at the end */
export const remoteAsker = ({ ask, isLoggedIn }: Reached, page: string): Asker => ({
  page,
  // Without a login nobody knows who asks; with one, the routes decide what its role may see.
  seesArguments: isLoggedIn,
  async get(path) {
    try {
      return await ask(path);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      throw new AskError(error.message, error.problem === 'absent' ? NOT_FOUND : null);
    }
  },
});
