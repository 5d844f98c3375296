import { expect, it } from 'vitest';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { give } from '../../core/parts/service.ts';
import { Heartbeat } from '../heartbeat/heartbeat.ts';
import { notChecked, withFinding } from '../../core/check-result.ts';

it('lists all checks with state and availability, and the heartbeat', async () => {
  const check = notChecked({
    name: 'web_1',
    description: 'shop',
    kind: 'web',
    target: 'https://shop.example/',
  });
  const down = withFinding(check, { up: false, reason: 'it is gone', expires: 5.4 }, 1000.4);
  const asked: unknown[] = [];
  const agent = {
    ...createFakeAgent(),
    checks: {
      all: () => [down, check],
      availability: {
        shares(name: string, now: number) {
          asked.push([name, now]);
          return { day: 99.5, week: null, month: 100 };
        },
      },
    },
  };
  const heartbeat = {
    target: 'hc.example:443',
    state: 'failing' as const,
    reason: 'connection refused by hc.example:443',
    last_success: null,
    last_try: 7,
    next_try: 9,
  };
  const { get } = createFakeApi(agent, {
    features: featuresWith(give(Heartbeat, { state: () => heartbeat, start() {}, stop() {} })),
    now: () => 42,
  });
  expect((await get('/api/checks')).json()).toEqual({
    checks: [
      {
        name: 'web_1',
        description: 'shop',
        kind: 'web',
        target: 'https://shop.example/',
        state: 'down',
        since: 1000,
        reason: 'it is gone',
        failures: 1,
        response: null,
        loss: null,
        checked: 1000,
        due: null,
        certificate_expires: 5,
        availability: { day: 99.5, week: null, month: 100 },
      },
      expect.objectContaining({ state: 'unknown', since: null, reason: null, failures: 0 }) as unknown,
    ],
    heartbeat,
  });
  expect(asked[0]).toEqual(['web_1', 42]);
  expect((await createFakeApi().get('/api/checks')).json()).toEqual({ checks: [], heartbeat: null });
});
