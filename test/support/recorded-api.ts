/** The API of a recorded machine, with the default configuration and command line. */
import type { FastifyInstance } from 'fastify';
import type { Agent } from '../../src/run/parts/agent.ts';
import { argsOf } from '../../src/run/cli/args.ts';
import { parseCommandLine } from '../../src/run/cli/parse.ts';
import { configForApi } from '../../src/run/config/api-view.ts';
import { VERSION } from '../../src/core/version.ts';
import { cpuTimesOf } from '../../src/export/metrics/cpu-time.ts';
import { DEFAULT_METRICS, OPTIONAL_COLLECTORS } from '../../src/export/metrics/options.ts';
import { createNodeProfile } from '../../src/export/node-profile/node-profile.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { createPlainApi } from './plain-api.ts';
import { playHost } from './recorded-agent.ts';

export interface RecordedApi {
  api: FastifyInstance;
  agent: Agent;
}

/** A fault of the program fails the test. @param sections of the agent's configuration */
export async function createRecordedApi(
  host: string,
  sections: Parameters<typeof playHost>[1] = {},
): Promise<RecordedApi> {
  const { agent, host: machine } = await playHost(host, sections);
  const names = plugins.map(({ name }) => name);
  const { values } = parseCommandLine(['-w']);
  const args = argsOf({ values, names, enabled: new Set(names) });
  const api = createPlainApi(agent, {
    registry: plugins,
    version: VERSION,
    now: () => machine.clock.now(),
    metrics: {
      ...DEFAULT_METRICS,
      node: () => createNodeProfile(machine, OPTIONAL_COLLECTORS).texts(),
      cpuTimes: cpuTimesOf(machine),
    },
    args: () => args,
    config: () => configForApi({}, { registry: plugins, cores: 1 }),
  });
  return { api, agent };
}
