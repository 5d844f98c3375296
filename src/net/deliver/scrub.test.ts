import { describe, expect, it } from 'vitest';
import { sampleTarget } from '../../../test/support/notify.ts';
import { createScrubber } from './scrub.ts';

const scrubberOf = ({ type, options }: ReturnType<typeof sampleTarget>) =>
  createScrubber(type.options, options);

describe('createScrubber', () => {
  it.each<[string, Record<string, string>, string]>([
    ['gotify', { server: 'http://h', token: 'tk_123' }, 'status 401 (token tk_123 is unknown)'],
    ['slack', { webhook_url: 'https://hooks.test/services/T0/B0/x' }, 'no /services/T0/B0/x here'],
    ['webhook', { webhook_url: 'https://h.test/?key=hunter2' }, 'not ?key=hunter2'],
    ['webhook', { webhook_url: 'https://me:hunter2@h.test/' }, 'not hunter2'],
    ['webhook', { webhook_url: 'https://h.test/', headers: 'X-Key: hunter2' }, 'not hunter2'],
    ['telegram', { token: '1:abc', chat_id: '1' }, 'GET /bot1:abc/sendMessage, /bot1%3Aabc/'],
    [
      'email',
      { smtp_host: 'h', from: 'a@b', to: 'a@b', username: 'u', password: 'p@ss' },
      '535 p@ss is wrong p%40ss',
    ],
  ])('masks secrets of %s %o', (type, texts, line) => {
    const masked = scrubberOf(sampleTarget(type, texts))(line);
    expect(masked).toContain('********');
    expect(masked).not.toMatch(/tk_123|T0|hunter2|abc|p(@|%40)ss/);
  });

  it('masks what a target echoes in Base64, wherever the secret is in it', () => {
    const url = 'https://me:hunter%3F%3E%3F%3E2@h.test/';
    const scrub = scrubberOf(sampleTarget('webhook', { webhook_url: url, headers: 'X-Key: hunter2' }));
    for (const before of ['', 'a', 'me', 'abc'])
      for (const secret of ['hunter?>?>2', 'hunter2'])
        for (const coding of ['base64', 'base64url'] as const) {
          const echo = Buffer.from(`${before}:${secret}!`).toString(coding);
          expect(scrub(`got {"auth":"Basic ${echo}"} from x`)).toBe('got {"auth":"Basic ********"} from x');
        }
    expect(scrub('a longer reply about the hunter in the wood')).toBe(
      'a longer reply about the hunter in the wood',
    );
  });

  it('masks those that no option declares', () => {
    const scrub = scrubberOf(sampleTarget('webhook', { webhook_url: 'https://h.test/' }));
    expect(scrub('nats://me:hunter2@h:4222 (x.…), Authorization: Bearer hunter2')).toBe(
      'nats://me:********@h:4222 (x.…), Authorization: Bearer ********',
    );
  });

  it('leaves the rest', () => {
    const scrub = scrubberOf(sampleTarget('webhook', { webhook_url: 'https://h.test/' }));
    expect(scrub('connect ECONNREFUSED 127.0.0.1:80 / h.test')).toBe(
      'connect ECONNREFUSED 127.0.0.1:80 / h.test',
    );
  });
});
