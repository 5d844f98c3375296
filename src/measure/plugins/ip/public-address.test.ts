import { plain } from '../../../core/said.ts';
import { describe, expect, it } from 'vitest';
import type { JsonRequest } from '../../../core/host.ts';
import type { Json } from '../../../core/served.ts';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import {
  createPublicAddress,
  fillTemplate,
  maskAddress,
  type PublicAddressOptions,
} from './public-address.ts';

const options: PublicAddressOptions = {
  api: 'https://lookup.example/json',
  field: 'ip',
  template: '{country}/{city}',
  intervalSeconds: 300,
  username: undefined,
  password: undefined,
  hide: false,
};

function setUp(answers: (Json | Error)[], overrides: Partial<PublicAddressOptions> = {}) {
  const requests: [string, JsonRequest][] = [];
  const notices: (string | null)[] = [];
  const host = createRecordedHost('/nonexistent', {
    fetchJson(url, request) {
      requests.push([url, request]);
      const answer = answers.shift();
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? null);
    },
  });
  const ask = createPublicAddress(host, { ...options, ...overrides }, (text) =>
    notices.push(text && plain(text)),
  );
  return { ask, host, notices, requests };
}

describe('createPublicAddress', () => {
  it('starts asking at the first call and waits for the answer at the second', async () => {
    const { ask } = setUp([{ ip: '203.0.113.7', country: 'Utopia', city: 'Amaurot' }]);
    expect(ask()).toBeNull();
    expect(await ask()).toEqual({ public_address: '203.0.113.7', public_info_human: 'Utopia/Amaurot' });
  });

  it('asks again only after the interval, and keeps the address when that fails', async () => {
    const { ask, host, notices, requests } = setUp([{ ip: '203.0.113.7' }, new Error('no route')]);
    ask();
    await ask();
    await host.clock.advance(299_000);
    await ask();
    expect(requests).toHaveLength(1);
    await host.clock.advance(1000);
    ask();
    expect(await ask()).toMatchObject({ public_address: '203.0.113.7' });
    expect(requests).toHaveLength(2);
    expect(notices).toEqual([null, 'public address unknown: no route']);
  });

  it('says which field an answer lacks', async () => {
    const { ask, notices } = setUp([{ address: '203.0.113.7' }]);
    ask();
    expect(await ask()).toBeNull();
    expect(notices).toEqual(['public address unknown: its answer has no field "ip"']);
  });

  it('takes the configured field, sends credentials and hides half of the address', async () => {
    const { ask, requests } = setUp([{ addr: '203.0.113.7' }], {
      field: 'addr',
      username: 'u',
      password: 'p',
      hide: true,
    });
    ask();
    expect(await ask()).toMatchObject({ public_address: '203.0.*.*' });
    expect(requests[0]?.[1]).toMatchObject({ username: 'u', password: 'p' });
  });
});

describe('fillTemplate', () => {
  it('leaves out what the answer lacks, and inherited names', () => {
    expect(fillTemplate('{a}-{b}-{constructor}', { a: 1 })).toBe('1--');
  });
});

describe('maskAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.*.*'],
    ['2001:db8:1::7', '2001:db8:*:*'],
  ])('%s becomes %s', (address, masked) => {
    expect(maskAddress(address)).toBe(masked);
  });
});
