/** Items of the plugin checks, for tests of the kinds that observe it. */
export const SINCE = Date.UTC(2025, 11, 31, 12, 2) / 1000;
/** `14:02`, in the time zone of the test. */
export const SINCE_TIME = new Date(SINCE * 1000).toTimeString().slice(0, 5);

export const checkItem = (more: object) => ({
  name: 'port_1',
  description: 'Database',
  kind: 'tcp',
  target: 'db:5432',
  up: 1,
  response: 0.1,
  loss: null,
  certificate_days: null,
  failures: 0,
  reason: null,
  since: SINCE,
  checked: SINCE,
  due: null,
  ...more,
});
export const failing = (failures: number) => ({ up: 0, failures, response: null });
