/** `/config…` and `/args…`: configuration and command line, without secrets. */
import { anyObject, mapOf, text } from '../../core/shape.ts';
import { answering } from '../../http/server/answer.ts';
import { unknownArgument, unknownConfigKey, unknownConfigSection } from '../../http/server/errors.ts';
import { inPath } from '../../http/openapi/parameters.ts';
import { SETTINGS } from '../../http/openapi/tags.ts';
import { ShownSettings } from '../../http/route/services.ts';
import { defineRoute } from '../../http/route/route.ts';
import { pathParameter } from '../../http/server/params.ts';

const NAME = text(undefined, { minLength: 1 });
const SECTION = inPath('section', 'Name of a section of the configuration.', NAME, 'cpu');
const SHOWN = { access: 'viewer', uses: { settings: ShownSettings }, tag: SETTINGS } as const;
const VALUES = mapOf('By key.', text());

function sectionNamed({ config }: ShownSettings, name: string): Readonly<Record<string, string>> {
  const sections = config();
  const found = Object.hasOwn(sections, name) ? sections[name] : undefined;
  if (found === undefined) throw unknownConfigSection(name);
  return found;
}

export const settingsRoutes = [
  defineRoute({
    ...SHOWN,
    path: '/api/4/args',
    id: 'getArguments',
    summary: 'Command line',
    answer: anyObject(),
    says: 'Every option with its value.',
    example: { port: 61208, bind_address: '0.0.0.0', webserver: true },
    handler: answering(({ settings }) => settings.args()),
  }),
  defineRoute({
    ...SHOWN,
    path: '/api/4/args/{name}',
    id: 'getArgument',
    summary: 'One option of the command line',
    parameters: [inPath('name', 'Name of the option, as in the list of all.', NAME, 'port')],
    answer: {},
    says: 'Its value.',
    example: 61_208,
    refusals: { '400': 'UnknownName' },
    handler: answering(({ settings }, request) => {
      const name = pathParameter(request, 'name');
      const values = settings.args();
      if (!Object.hasOwn(values, name)) throw unknownArgument(name);
      return values[name] ?? null;
    }),
  }),
  defineRoute({
    ...SHOWN,
    path: '/api/4/config',
    id: 'getConfiguration',
    summary: 'Configuration',
    answer: mapOf('By section.', VALUES),
    says: 'Values by section and key, all as texts.',
    example: { cpu: { total_careful: '65' } },
    handler: answering(({ settings }) => settings.config()),
  }),
  defineRoute({
    ...SHOWN,
    path: '/api/4/config/{section}',
    id: 'getConfigurationSection',
    summary: 'One section of the configuration',
    parameters: [SECTION],
    answer: VALUES,
    says: 'Values by key.',
    example: { total_careful: '65' },
    refusals: { '400': 'UnknownName' },
    handler: answering(({ settings }, request) => sectionNamed(settings, pathParameter(request, 'section'))),
  }),
  defineRoute({
    ...SHOWN,
    path: '/api/4/config/{section}/{key}',
    id: 'getConfigurationValue',
    summary: 'One value of the configuration',
    parameters: [SECTION, inPath('key', 'Key in that section.', NAME, 'total_careful')],
    answer: text(),
    says: 'The value.',
    example: '65',
    refusals: { '400': 'UnknownName', '404': 'UnknownName' },
    handler: answering(({ settings }, request) => {
      const section = pathParameter(request, 'section');
      const key = pathParameter(request, 'key');
      const values = sectionNamed(settings, section);
      if (!Object.hasOwn(values, key)) throw unknownConfigKey(section, key);
      return values[key];
    }),
  }),
];
