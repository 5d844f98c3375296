import { expect, it } from 'vitest';
import { inSources } from '../support/compiled-modules.ts';

it('failures name places in the sources', async () => {
  const thrown = new Error('somewhere');

  expect(thrown.stack).toContain('compiled-modules.test.js');
  const stack = await inSources(thrown.stack ?? '');
  expect(stack).toContain('test/unit/compiled-modules.test.ts:5:18');
  expect(stack).not.toContain('compiled-modules.test.js');
});
