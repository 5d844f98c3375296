import { checkItem, failing, SINCE_TIME } from '../../../test/support/check-items.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { webDown } from './check-down.ts';

const shop = { name: 'web_1', kind: 'web', target: 'https://shop.example/', description: 'shop.example' };
const wrong = { ...shop, reason: 'https://shop.example/ answers 503 (expected 200)' };
testKind(webDown, {
  fine: { checks: [checkItem(shop), checkItem({})], ports: [] },
  raise: [{ checks: [checkItem({ ...wrong, ...failing(2) })] }],
  is: ['WEB_DOWN_WEB_1', 'CRITICAL', `https://shop.example/ answers 503 (expected 200) since ${SINCE_TIME}.`],
  clear: [{ checks: [checkItem(shop)] }],
  gone: [{ checks: [] }],
  unreadable: [{ checks: [checkItem({ ...shop, up: null })], ports: [] }],
});
