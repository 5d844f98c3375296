/** The API of an agent that has no configuration and no command line. */
import { optional } from '../../src/core/parts/service.ts';
import { Silences } from '../../src/features/silences/silences.ts';
import { featuresWith } from './features.ts';
import type { FastifyInstance } from 'fastify';
import { boardOf } from './alert-board.ts';
import { expect } from 'vitest';
import { type ApiSetup, createApi } from '../../src/serve/api.ts';
import type { Agent } from '../../src/run/parts/agent.ts';
import { processControl } from '../../src/run/parts/process-control.ts';

/** A fault of the program fails the test. @param setup replaces defaults */
export const createPlainApi = (agent: Agent, setup: Partial<ApiSetup> = {}): FastifyInstance =>
  createApi({
    agent,
    alerts: boardOf(agent, setup.features?.services.get(optional(Silences))),
    features: featuresWith(),
    registry: agent.plugins,
    version: '4.0.0',
    prefix: '',
    extended: processControl(agent),
    args: () => ({}),
    config: () => ({}),
    onFault: (error) => expect.fail(String(error)),
    ...setup,
  });
