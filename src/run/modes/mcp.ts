/** `gander mcp`: an assistant's way to an agent that runs, here or on another host. */
import { defineRun } from '../../core/commands/subcommand.ts';
import { parseAgentTarget } from '../../net/agents/target.ts';
import { EXIT_USAGE, Failure } from '../../core/errors.ts';
import { parseMcpArguments } from '../cli/mcp-arguments.ts';
import { askHost } from '../parts/ask-host.ts';

const ABSENT = 'it has no REST API';

/** Resolves with the exit code when the input ends. Throws `SyntaxProblem` and `Failure`. */
export const run = defineRun(parseMcpArguments, async ({ client: host, confFile }, process) => {
  return askHost(
    { process, host, confFile, verb: 'be read', absent: ABSENT },
    async ({ ask, isLoggedIn }) => {
      if (ask === null) throw new Failure(`${host} cannot be read: ${ABSENT}.`, EXIT_USAGE);
      const [{ serveStreams }, { remoteAsker }] = await Promise.all([
        import('../../api/mcp/serve-streams.ts'),
        import('../../api/mcp/remote-asker.ts'),
      ]);
      await serveStreams(process.stdin, process.stdout, remoteAsker({ ask, isLoggedIn }, pageOf(host)));
      return 0;
    },
  );
});

/** With a slash at the end. */
const pageOf = (host: string): string =>
  parseAgentTarget(host).candidates.flatMap(({ protocol, base }) =>
    protocol === 'rest' ? [base.href.endsWith('/') ? base.href : `${base.href}/`] : [],
  )[0] ?? '';
