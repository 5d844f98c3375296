import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../../src/run/parts/agent.ts';
import { describe as describeField } from '../../src/core/describe.ts';
import { fieldsOf } from '../../src/core/plugin.ts';
import { argumentFieldsOf } from '../../src/core/without-arguments.ts';
import { schemaOf } from '../../src/core/schema.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { untranslated } from '../support/catalogues.ts';
import { playHost } from '../support/recorded-agent.ts';
import { recordedHosts } from '../support/recorded-hosts.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
const validators = plugins.map((plugin) => [plugin.name, ajv.compile(schemaOf(plugin))] as const);

describe.each(recordedHosts())('on the recorded machine %s', (hostName) => {
  let agent: Agent;
  beforeAll(async () => {
    ({ agent } = await playHost(hostName));
  });

  it.each(validators)('%s serves what it declares', (name, validate) => {
    const { value } = agent.store.latest(name);
    const wire = JSON.parse(JSON.stringify(value)) as unknown;
    validate(wire);
    expect(validate.errors ?? [], JSON.stringify(wire)?.slice(0, 300)).toEqual([]);
  });

  it('every plugin is ok, or says why not', () => {
    for (const { name, state, reason, reason_said: said } of agent.sampler.states()) {
      if (reason !== null) expect(untranslated(reason, said), name).toEqual([]);
      if (state !== 'ok' && state !== 'paused') expect(reason, name).toMatch(/\S{3,}/);
    }
  });
});

describe('declarations', () => {
  it('say which fields hold arguments of programs, which viewers do not see', () => {
    const named = plugins.flatMap((plugin) =>
      Object.keys(fieldsOf(plugin)).flatMap((field) =>
        /cmd|command|argument|argv|exec/.test(field) && plugin.name !== 'programlist'
          ? [[plugin.name, field]]
          : [],
      ),
    );
    const declared = plugins.flatMap((plugin) =>
      argumentFieldsOf(plugin).map((field) => [plugin.name, field]),
    );
    expect(declared).toEqual(named);
  });

  it('are sorted by name, so that the list of plugins is', () => {
    const names = plugins.map((plugin) => plugin.name);
    expect(names).toEqual([...names].sort());
  });

  it.each(plugins.map((plugin) => [plugin.name, plugin] as const))(
    '%s describes every field in a sentence',
    (_, plugin) => {
      for (const field of Object.keys(fieldsOf(plugin))) {
        expect(describeField(plugin, field)?.description, field).toMatch(/^[A-Z/].*\.$/);
      }
    },
  );
});
