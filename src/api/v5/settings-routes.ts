/** `/config` and `/args` of version 5. */
import { anyObject, mapOf } from '../../core/shape.ts';
import { answering } from '../../http/server/answer.ts';
import { SETTINGS } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Authentication, ShownSettings } from '../../http/route/services.ts';
import { SCOPE } from './scope.ts';
import { args5, publicConfig, wholeConfig } from './settings.ts';

const OBJECT = anyObject();

export const settingsRoutes5 = [
  defineRoute({
    scope: SCOPE,
    path: '/api/5/config',
    access: 'viewer',
    uses: { settings: ShownSettings, authenticator: Authentication },
    id: 'getConfiguration',
    tag: SETTINGS,
    summary: 'Configuration',
    description: 'Without a password, only four keys that user interfaces need.',
    answer: mapOf('By section.', OBJECT),
    says: 'Values by section and key, secrets masked.',
    example: {
      global: { refresh: 2 },
      outputs: { theme: 'dark', max_processes_display: null, api_doc: true },
    },
    handler: answering(({ settings, authenticator }) =>
      authenticator === null ? publicConfig(settings) : wholeConfig(settings),
    ),
  }),
  defineRoute({
    scope: SCOPE,
    path: '/api/5/args',
    access: 'viewer',
    uses: { settings: ShownSettings },
    id: 'getArguments',
    tag: SETTINGS,
    summary: 'Command line',
    answer: OBJECT,
    says: 'Every option of version 5 with its value, secrets masked.',
    example: { port: 61_208 },
    handler: answering(({ settings }) => args5(settings)),
  }),
];
