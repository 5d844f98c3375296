import { describe, expect, it } from 'vitest';
import { checkItem, failing } from '../../../test/support/check-items.ts';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { heartbeatMissing } from './heartbeat-missing.ts';

describe('a beat', () => {
  const backup = { name: 'beat_backup', kind: 'beat', description: 'backup', target: 'every 1 d' };
  const missing = {
    ...backup,
    reason: 'backup has not called since 2026-11-25 02:00 UTC (every 1 d, grace 1 h)',
    ...failing(1),
  };
  testKind(heartbeatMissing, {
    fine: { checks: [checkItem(backup)] },
    raise: [{ checks: [checkItem(missing)] }],
    is: [
      'HEARTBEAT_MISSING_BACKUP',
      'WARNING',
      'backup has not called since 2026-11-25 02:00 UTC (every 1 d, grace 1 h).',
    ],
    clear: [{ checks: [checkItem(backup)] }],
    gone: [{ checks: [] }],
  });

  it('that was added lately and never called is new', async () => {
    const rig = createKindRig(heartbeatMissing);
    await rig.feed({ checks: [checkItem({ ...backup, up: null })] });
    await rig.feed({ checks: [checkItem(missing)] });
    expect(rig.told()).toEqual(['begin HEARTBEAT_MISSING_BACKUP']);
  });
});
