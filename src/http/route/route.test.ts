import { expect, it } from 'vitest';
import { defineRoute } from './route.ts';

const route = { path: '/api/x', undocumented: 'a test', uses: {}, handler: () => () => null } as const;

it('does not compile without its access', () => {
  // @ts-expect-error its access is missing
  expect(defineRoute(route)).not.toHaveProperty('access');
  // @ts-expect-error a viewer changes nothing
  defineRoute({ ...route, method: 'POST', access: 'viewer' });
  // @ts-expect-error an open change is audited or not
  defineRoute({ ...route, method: 'DELETE', access: 'open' });
  expect(defineRoute({ ...route, access: 'admin' })).toMatchObject({ method: 'GET', access: 'admin' });
});
