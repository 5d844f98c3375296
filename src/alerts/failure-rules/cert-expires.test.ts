import { describe, expect, it } from 'vitest';
import { checkItem } from '../../../test/support/check-items.ts';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { certExpires } from './cert-expires.ts';

describe('a certificate', () => {
  const shop = { name: 'web_1', kind: 'web', target: 'https://shop.example/', description: 'shop.example' };
  const expiring = (days: number | null) => ({ checks: [checkItem({ ...shop, certificate_days: days })] });
  testKind(certExpires, {
    fine: expiring(60),
    raise: [expiring(20.9)],
    is: ['CERT_EXPIRES_WEB_1', 'WARNING', 'https://shop.example/ has a certificate that expires in 20 days.'],
    clear: [expiring(89)],
    gone: [{ checks: [] }],
    unreadable: [expiring(null)],
  });

  it('is notified at 21, 7 and 1 days, once each, whenever the agent restarts', async () => {
    let rig = createKindRig(certExpires);
    await rig.feed(expiring(60));
    const notified: string[] = [];
    for (const days of [20.9, 20.8, 12, 6.9, 6.8, 2, 0.9, 0.8, -0.1]) {
      await rig.feed(expiring(days));
      notified.push(...rig.notified().map((text) => `${days}: ${text}`));
      rig = rig.restart();
      await rig.feed(expiring(days - 0.01));
      expect(rig.notified(), `restart at ${days}`).toEqual([]);
    }
    expect(notified).toEqual(['20.9: begin WARNING', '6.9: change WARNING', '0.9: change CRITICAL']);
    await rig.feed(expiring(60), 3600);
    expect(rig.notified()).toEqual(['end CRITICAL']);
  });

  it('that expired soon at the first start is notified at the next limit', async () => {
    const rig = createKindRig(certExpires);
    await rig.feed(expiring(20));
    await rig.feed(expiring(7));
    expect(rig.notified()).toEqual(['begin WARNING']);
    expect(rig.told()).toEqual(['begin CERT_EXPIRES_WEB_1 (old)', 'level CERT_EXPIRES_WEB_1']);
  });

  it('is critical on its last day', async () => {
    const rig = createKindRig(certExpires);
    await rig.feed(expiring(60));
    for (const days of [6.9, 1.5, 0.9, -0.1, -1.2]) await rig.feed(expiring(days));
    expect(rig.told()).toEqual(['begin CERT_EXPIRES_WEB_1', 'level CERT_EXPIRES_WEB_1']);
    expect(rig.ongoing()[0]).toMatchObject({
      event: { state: 'CRITICAL' },
      finding: { sentence: 'https://shop.example/ has a certificate that expired 1 day ago.' },
    });
  });

  it.each([
    [1.5, 'expires in 1 day'],
    [0.5, 'expires within a day'],
    [-0.5, 'has expired today'],
  ])('%d days: %s', async (days, words) => {
    const rig = createKindRig(certExpires);
    await rig.feed(expiring(days));
    expect(rig.ongoing()[0]?.finding?.sentence).toBe(
      `https://shop.example/ has a certificate that ${words}.`,
    );
  });
});
