import { describe, expect, it } from 'vitest';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';

const { ask, agent } = createFakeApi();
const ROOT = { mnt_point: '/', percent: 55.5, key: 'mnt_point' };
const DATA = { mnt_point: '/mnt/data', percent: 95, key: 'mnt_point' };
const VIEW = { decoration: 'DEFAULT', optional: false, additional: false, splittable: false, hidden: false };

it.each(['/fs', '/fs/mnt_point', '/fs/views', '/fs/history', '/fs/top/3'])(
  'GET %s is 503 while nothing is known of it',
  async (path) => {
    const { get, agent } = createFakeApi();
    agent.unread.add('fs');
    const { statusCode, headers, json } = await get(`/api/4${path}`);
    expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
    expect((json as () => unknown)()).toEqual({
      detail: 'The first read of fs has not ended yet: try again in a few seconds',
    });
    expect((await get('/api/4/cpu')).statusCode).toBe(200);
    agent.unread.clear();
    expect((await get(`/api/4${path}`)).statusCode).toBe(200);
  },
);

describe('a whole plugin', () => {
  it('object', async () => {
    expect(await ask('/cpu')).toEqual([200, agent.store.latest('cpu').value]);
  });

  it.each([
    ['/fs', [ROOT, DATA]],
    ['/alert', []],
    ['/help', null],
    ['/uptime', '1 day, 2:03:04'],
    ['/libversion', '4.0.0'],
    ['/psutilversion', '4.0.0'],
  ])('%s', async (path, expected) => {
    expect(await ask(path)).toEqual([200, expected]);
  });

  it('says that someone looks', async () => {
    agent.wanted.length = 0;
    await ask('/fs');
    await ask('/cpu/total');
    await ask('/psutilversion');
    expect(agent.wanted).toEqual(['fs', 'cpu', 'libversion']);
  });

  it('waits for a plugin that rests', async () => {
    const resting = createFakeApi();
    let read = () => {};
    resting.agent.waking = new Promise((resolve) => (read = resolve));
    const reply = resting.ask('/uptime');
    resting.agent.sample('uptime', '2 days, 0:00:00');
    read();
    expect(await reply).toEqual([200, '2 days, 0:00:00']);
  });
});

describe('fields', () => {
  it.each([
    ['/cpu/total', { total: 80 }],
    ['/cpu/total_max', { total_max: 80 }],
    ['/cpu/nothing', null],
    ['/cpu/__proto__', null],
    ['/cpu/constructor', null],
    ['/fs/percent', { percent: [55.5, 95] }],
    ['/fs/key', { key: ['mnt_point', 'mnt_point'] }],
    ['/fs/nothing', null],
    ['/alert/top', { top: [] }],
    ['/uptime/x', null],
    ['/help/x', null],
  ])('%s', async (path, expected) => {
    expect(await ask(path)).toEqual([200, expected]);
  });

  it('is null when any entry lacks the field', async () => {
    const other = createFakeApi();
    other.agent.sample('fs', [
      { mnt_point: '/', percent: 1, read_only: true },
      { mnt_point: '/a', percent: 1 },
    ]);
    expect(await other.ask('/fs/read_only')).toEqual([200, null]);
    expect(await other.ask('/fs/read_only/value/true')).toEqual([200, null]);
    expect(await other.ask('/fs/read_only//')).toEqual([200, { read_only: true }]);
    expect(await other.ask('/fs/read_only//a')).toEqual([200, { read_only: null }]);
  });
});

describe('one item', () => {
  it.each([
    ['/fs/percent//', { percent: 55.5 }],
    ['/fs/percent/%2F', { percent: 55.5 }],
    ['/fs/percent//mnt/data', { percent: 95 }],
    ['/fs/percent/%2Fmnt%2fdata', { percent: 95 }],
    ['/fs/nothing//', { nothing: null }],
    ['/percpu/total/1', { total: 12.5 }],
  ])('%s', async (path, expected) => {
    expect(await ask(path)).toEqual([200, expected]);
  });

  it.each(['/fs/percent/x', '/percpu/total/7', '/cpu/total/x', '/uptime/a/b', '/help/a/b', '/alert/state/x'])(
    '%s is 404',
    async (path) => {
      expect(await ask(path)).toEqual([404, { detail: expect.any(String) }]);
    },
  );
});

describe('items by value', () => {
  const ROOTS = { '/': [ROOT] };
  it.each([
    ['/fs/mnt_point/value//', ROOTS],
    ['/fs/mnt_point/value/%2F', ROOTS],
    ['/fs/mnt_point/value//mnt/data', { '/mnt/data': [DATA] }],
    ['/fs/mnt_point/value/', { '': [] }],
    ['/fs/mnt_point/value/x', { x: [] }],
    ['/fs/mnt_point/value/__proto__', JSON.parse('{"__proto__":[]}')],
    ['/fs/percent/value/55.5', { '55.5': [ROOT] }],
    ['/fs/percent/value/95.0', { '95.0': [DATA] }],
    ['/fs/percent/value/%2B9.5e1', { '+9.5e1': [DATA] }],
    ['/fs/percent/value/', { '': [] }],
    ['/percpu/total/value/0.0', { '0.0': [{ cpu_number: 0, total: 0, key: 'cpu_number' }] }],
    ['/percpu/total/value/-20', { '-20': [] }],
    ['/fs/nothing/value/1', null],
    ['/alert/state/value/x', { x: [] }],
    ['/cpu/total/value/80', null],
    ['/uptime/x/value/y', null],
  ])('%s', async (path, expected) => {
    expect(await ask(path)).toEqual([200, expected]);
  });
});

describe('first items', () => {
  it.each([
    ['/fs/top/1', [ROOT]],
    ['/fs/top/0', []],
    ['/fs/top/99', [ROOT, DATA]],
    ['/alert/top/3', []],
    ['/uptime/top/2', '1 day, 2:03:04'],
    ['/help/top/2', null],
  ])('%s', async (path, expected) => {
    expect(await ask(path)).toEqual([200, expected]);
  });

  it('is the whole object of an object plugin', async () => {
    expect(await ask('/cpu/top/3')).toEqual(await ask('/cpu'));
  });
});

describe('history', () => {
  const { ask: askAgain, agent: again } = createFakeApi();
  again.sample('cpu', { total: 90, user: 20, ctx_switches: 1500 });
  again.sample('cpu', { total: 70, user: 30, ctx_switches: 1700 });
  again.sample('fs', [{ mnt_point: '/', percent: 60 }]);
  const at = (second: string) => `2026-11-21T00:52:${second}.595790+00:00`;
  const TOTAL = [
    [at('09'), 80],
    [at('10'), 90],
    [at('11'), 70],
  ];
  const RATES = [
    [at('10'), 500],
    [at('11'), 200],
  ];
  const ROOT_POINTS = [
    [at('09'), 55.5],
    [at('10'), 60],
  ];

  it('holds every series of an object', async () => {
    const [, history] = await askAgain('/cpu/history');
    expect(history).toEqual({
      total: TOTAL,
      user: TOTAL.map(([time], index) => [time, 10 * (index + 1)]),
      ctx_switches_rate_per_sec: RATES,
    });
    expect(await askAgain('/cpu/history/0')).toEqual([200, history]);
  });

  it.each([
    ['/fs/history/1', { '/_percent': ROOT_POINTS.slice(1), '/mnt/data_percent': [[at('09'), 95]] }],
    ['/fs//_percent/history', { '/_percent': ROOT_POINTS }],
    ['/fs/%2F_percent/history', { '/_percent': ROOT_POINTS }],
    ['/fs//_percent/history/1', { '/_percent': ROOT_POINTS.slice(1) }],
    ['/fs//mnt/data_percent/history', { '/mnt/data_percent': [[at('09'), 95]] }],
    ['/fs/%2Fmnt%2Fdata_percent/history/5', { '/mnt/data_percent': [[at('09'), 95]] }],
    ['/cpu/total/history', { total: TOTAL }],
    ['/cpu/total/history/2', { total: TOTAL.slice(1) }],
    ['/cpu/total/history/99999999999999999999', { total: TOTAL }],
    ['/cpu/ctx_switches_rate_per_sec/history', { ctx_switches_rate_per_sec: RATES }],
    ['/cpu/nothing/history', null],
    ['/cpu/nothing/history/3', null],
    ['/fs/percent/history', null],
    ['/alert/history', {}],
    ['/uptime/history', {}],
    ['/uptime/history/3', {}],
    ['/uptime/x/history', null],
    ['/help/history', {}],
  ])('%s', async (path, expected) => {
    expect(await askAgain(path)).toEqual([200, expected]);
  });

  it('is empty when none is kept', async () => {
    const none = createFakeApi(createFakeAgent({ historySize: 0 }));
    expect(await none.ask('/cpu/history')).toEqual([200, {}]);
    expect(await none.ask('/cpu/total/history')).toEqual([200, null]);
  });
});

describe('views', () => {
  const percent = (decoration: string) => ({ ...VIEW, decoration });

  it.each([
    ['/fs/views', { '/': { ...fsViews('CAREFUL') }, '/mnt/data': { ...fsViews('CRITICAL') } }],
    ['/fs///views', fsViews('CAREFUL')],
    ['/fs/%2F/views', fsViews('CAREFUL')],
    ['/fs//mnt/data/views', fsViews('CRITICAL')],
    ['/fs/percent///views', percent('CAREFUL')],
    ['/fs/percent//mnt/data/views', percent('CRITICAL')],
    ['/fs/percent/%2Fmnt%2Fdata/views', percent('CRITICAL')],
    ['/fs/nothing/%2F/views', null],
    ['/fs/x/views', null],
    ['/percpu/total/1/views', VIEW],
    ['/cpu/total/views', percent('WARNING_LOG')],
    ['/cpu/ctx_switches/views', { ...VIEW, optional: true }],
    ['/cpu/x/views', null],
    ['/alert/views', {}],
    ['/alert/x/views', null],
    ['/uptime/views', {}],
    ['/uptime/x/views', null],
    ['/help/views', {}],
  ])('%s', async (path, expected) => {
    expect(await ask(path)).toEqual([200, expected]);
  });

  function fsViews(decoration: string) {
    return { mnt_point: VIEW, percent: { ...VIEW, decoration }, key: VIEW };
  }

  it.each(['/fs/percent/x/views', '/cpu/total/x/views', '/uptime/x/y/views', '/alert/x/y/views'])(
    '%s is 404',
    async (path) => {
      expect(await ask(path)).toEqual([404, { detail: expect.any(String) }]);
    },
  );

  it('has an entry for each served field of an object', async () => {
    const [, views] = await ask('/cpu/views');
    const [, stats] = await ask('/cpu');
    expect(Object.keys(views as object)).toEqual(Object.keys(stats as object));
  });
});

describe('declarations', () => {
  it.each([
    ['/cpu/total/unit', 'percent'],
    ['/cpu/total/description', 'Share of time not idle.'],
    ['/cpu/ctx_switches_gauge/unit', 'number'],
    ['/cpu/ctx_switches_rate_per_sec/unit', 'numberpersecond'],
    ['/cpu/nothing/description', null],
    ['/fs/key/unit', 'string'],
    ['/uptime/x/unit', null],
    ['/help/x/description', null],
    ['/uptime/limits', { history_size: 1200, uptime_disable: ['False'] }],
  ])('%s', async (path, expected) => {
    expect(await ask(path)).toEqual([200, expected]);
  });

  it('limits', async () => {
    expect(await ask('/cpu/limits')).toEqual([200, agent.levels.limitsOf('cpu')]);
  });
});
