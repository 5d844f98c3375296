/** The API of an agent that has no configuration and no command line. */
import { give, optional } from '../../src/core/parts/service.ts';
import { Silences } from '../../src/alerts/silences/silences.ts';
import { Processes } from '../../src/api/processes/processes.ts';
import { featuresWith } from './features.ts';
import type { FastifyInstance } from 'fastify';
import { boardOf } from './alert-board.ts';
import { expect } from 'vitest';
import { type TestApi, createTestApi } from './test-api.ts';
import type { Agent } from '../../src/run/parts/agent.ts';
import { processControl } from '../../src/api/processes/process-control.ts';

/** A fault of the program fails the test. @param setup replaces defaults */
export const createPlainApi = (agent: Agent, setup: Partial<TestApi> = {}): FastifyInstance =>
  createTestApi({
    agent,
    alerts: boardOf(agent, setup.features?.services.get(optional(Silences))),
    features: featuresWith(give(Processes, processControl(agent))),
    registry: agent.plugins,
    version: '4.0.0',
    prefix: '',
    args: () => ({}),
    config: () => ({}),
    onFault: (error) => expect.fail(String(error)),
    ...setup,
  });
