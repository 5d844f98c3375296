/** A pattern that leaves out everything is named in the reason of the plugin: an empty list would say that there is nothing. */
import { expect, it } from 'vitest';
import { plugins } from '../../src/measure/plugins/index.ts';
import { hostSteps } from '../support/recorded-hosts.ts';
import { stepPlugin } from '../support/step-plugin.ts';

const filtered = plugins.filter(({ options = {} }) => 'hide' in options && 'show' in options);

it.each(filtered.map((plugin) => [plugin.name, plugin] as const))('%s says so', async (name, plugin) => {
  const steps = [...hostSteps('big-server')];
  const [all] = await stepPlugin(plugin, { steps, sections: {} });
  const [none] = await stepPlugin(plugin, { steps, sections: { [name]: { hide: '.*' } } });
  // The machine has no engines, programs nor systemd: the test cases of those plugins do.
  if (all?.health === 'unsupported') return expect(name).toMatch(/^(?:containers|smart|units|vms)$/);
  expect(all?.value).not.toEqual([]);
  expect(none?.value).toEqual([]);
  expect(none?.reason).toMatch(/hide leaves out all \d+ /);
});
