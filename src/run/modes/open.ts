/** `gander open`: serves an incident file as the page of its time, only on this machine. */
import { defineRun } from '../../core/commands/subcommand.ts';
import { once } from 'node:events';
import { IncidentProblem, readIncident } from '../../explain/incident/read.ts';
import { closeServer } from '../../http/server/closing.ts';
import { listen, ListenError } from '../../http/server/listen.ts';
import { forTerminal } from '../../show/text/text.ts';
import { EXIT_USAGE, Failure } from '../../core/errors.ts';
import { parseOpenArguments } from '../cli/open-arguments.ts';
import { createIncidentApi } from '../parts/incident-api.ts';

const ADDRESS = '127.0.0.1';

/** Serves until a signal stops it. Resolves with the exit code. Throws `SyntaxProblem` and `Failure`. */
export const run = defineRun(parseOpenArguments, async (options, process, { pageFolder }) => {
  const print = (text: string): void => void process.stdout.write(`${forTerminal(text)}\n`);
  const incident = await readIncident(options.file).catch((error) => {
    throw error instanceof IncidentProblem ? new Failure(error.message, EXIT_USAGE) : error;
  });
  const tell = (error: unknown): void => void process.stderr.write(`gander: ${forTerminal(String(error))}\n`);
  const api = await createIncidentApi(incident, ADDRESS, pageFolder, tell);
  const port = await listen({ api, host: ADDRESS, port: options.port }).catch((error) => {
    throw error instanceof ListenError ? new Failure(`${error.message}.`) : error;
  });
  print(`${incident.host}: ${incident.explanation.verdict.sentence}`);
  if (incident.redacted !== null)
    print('Names, addresses, paths and arguments were replaced; log lines were left out.');
  print(`Open http://${ADDRESS}:${port}/ in a browser. Ctrl-C ends this.`);
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
  await closeServer(api);
  return 0;
});
