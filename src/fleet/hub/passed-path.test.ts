import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../test/support/full-run.ts';
import { passedPath } from './passed-path.ts';

const PLUGINS = new Set(['cpu', 'fs', 'ip']);
const get = (target: string) => passedPath('GET', target, PLUGINS);

describe('passedPath', () => {
  it.each([
    ['/api/4/cpu', '/api/4/cpu'],
    ['/api/3/cpu/total', '/api/3/cpu/total'],
    ['/api/2/docker', '/api/2/docker'],
    ['/api/4/all', '/api/4/all'],
    ['/api/4/all?extra=true&x=1', '/api/4/all?extra=true'],
    ['/api/4/all?extra=1', '/api/4/all'],
    ['/api/4/processes/1', '/api/4/processes/1'],
    ['/api/4/fs/mnt_point/value//', '/api/4/fs/mnt_point/value//'],
    ['/api/4/fs/mnt_point/value/%2Fmnt%2fa', '/api/4/fs/mnt_point/value/%2Fmnt%2Fa'],
    ['/api/4/%63pu', '/api/4/cpu'],
    ['/api/4/cpu?a=1', '/api/4/cpu'],
    ['/api/history?of=cpu:total&n=3#x', '/api/history?of=cpu%3Atotal&n=3%23x'],
    ['/api/stream?plugins=cpu,fs', '/api/stream?plugins=cpu%2Cfs'],
    ['/api/levels', '/api/levels'],
    ['/api/plugins', '/api/plugins'],
    ['/api/archive', '/api/archive'],
    ['/api/forecasts', '/api/forecasts'],
    ['/api/explain?from=-1h', '/api/explain?from=-1h'],
    ['/api/processes?since=5f3c9a1e.42', '/api/processes?since=5f3c9a1e.42'],
    ['/api/history/range?series=cpu/total&from=-7d', '/api/history/range?series=cpu%2Ftotal&from=-7d'],
    ['/api/history/moment?at=-1h', '/api/history/moment?at=-1h'],
    ['/api/plugins/fs', '/api/plugins/fs'],
  ])('passes %s on as %s', (target, path) => {
    expect(get(target)).toEqual({ path, holdsLimits: false });
  });

  it.each([
    '/api/4/all/limits',
    '/api/4/all/%6cimits',
    '/api/4/ip/LIMITS',
    '/api/4/ip//limits/',
    '/api/4/ip/a%2Flimits',
  ])('says that %s holds limits', (target) => {
    expect(get(target)?.holdsLimits).toBe(true);
  });

  it.each([
    '/api/logs',
    '/api/4/x%3F/../config',
    '/api/4/cpu%3F/../config',
    '/api/4/x%23/../args',
    '/api/4/cpu/%2e%2e/config',
    '/api/4/cpu/..%2f..%2fconfig',
    '/api/4/cpu/%252e%252e/config',
    '/api/4/cpu/..%5cconfig',
    '/api/4/cpu/%00/config',
    '/api/4/cpu;/config',
    '/api/4/all/%256cimits',
    '/api/4/serverslist',
    '/api/4/config',
    '/api/4/args',
    '/api/4/token',
    '/api/4/Config',
    '/api/4//config',
    '/api/5/cpu',
    '/api/servers',
    '/api/plugins/none',
    '/api/history/export',
    '/api/history/range/x',
    '/api/plugins/fs/x',
    '/api/4/help',
    '/docs',
    '/api/4/cpu/%zz',
    `/api/4/cpu/${'a'.repeat(5000)}`,
  ])('does not pass on %s', (target) => {
    expect(get(target)).toBeNull();
  });

  it('knows the two actions', () => {
    const post = (target: string) => passedPath('POST', target, PLUGINS)?.path;
    expect(post('/api/4/events/clear/all')).toBe('/api/4/events/clear/all');
    expect(post('/api/4/processes/extended/12')).toBe('/api/4/processes/extended/12');
    expect(post('/api/4/events/clear/everything')).toBeUndefined();
    expect(post('/api/4/cpu')).toBeUndefined();
    expect(get('/api/4/events/clear/all')).toBeNull();
  });

  it('never leads elsewhere, however the path is understood', () => {
    const piece = fc.constantFrom(
      ...'/ api 4 cpu all config args limits serverslist .. . % %2e %2f %2F %3f %23 %25 %5c ? # ; \\ : @ %00 a'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const passed = get(`/api/${pieces.join('')}`);
        if (passed === null) return;
        const { href, pathname } = new URL(passed.path, 'http://a');
        expect(href).toBe(`http://a${passed.path}`);
        for (const text of [
          pathname,
          decodeURIComponent(pathname),
          new URL(decodeURIComponent(pathname), 'http://a').pathname,
        ])
          expect(text).not.toMatch(/^\/+api\/+[^/]*\/+(config|args|serverslist)/i);
      }),
      { numRuns: tries(3000) },
    );
  });
});
