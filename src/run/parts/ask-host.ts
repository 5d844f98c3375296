/** Sends one request to another host's agent, for commands with `-c`. */
import type { Remote } from '../../net/agents/remote.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { forTerminal } from '../../show/text/text.ts';
import { EXIT_USAGE, Failure } from '../../core/errors.ts';
import { parseCommandLine } from '../cli/parse.ts';
import { takePassword } from '../cli/password/from-environment.ts';
import { createTerminal } from '../cli/password/terminal.ts';
import { readConfiguration } from './configuration.ts';
import { openRemote } from './open-remote.ts';

interface AskHostSetup {
  process: NodeJS.Process;
  /** Agent as given to `-c`. */
  host: string;
  confFile: string | null;
  /** For messages, `explain`: "web1 cannot explain". */
  verb: string;
  /** Reason if the agent has no such route. */
  absent: string;
}

/** Throws `Failure`. */
export async function askHost<T>(
  { process, host, confFile, verb, absent }: AskHostSetup,
  work: (remote: Remote) => Promise<T>,
): Promise<T> {
  const { env, stdin, stderr } = process;
  const given = takePassword(env);
  const { values } = parseCommandLine(['-c', host, ...(confFile === null ? [] : ['-C', confFile])]);
  const { raw } = await readConfiguration(values.conf_file, env);
  const terminal = createTerminal({ stdin, stdout: stderr });
  const warn = (text: string): void => void stderr.write(`${forTerminal(text)}\n`);
  const { remote } = await openRemote({ values, given, raw, terminal, warn });
  try {
    return await work(remote);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const why = error.problem === 'absent' ? absent : error.message;
    throw new Failure(`${host} cannot ${verb}: ${why}.`, EXIT_USAGE);
  } finally {
    remote.close();
  }
}
