/** Items of the plugin containerstates. */

/** A container that runs. */
export const containerState = (more: object = {}) => ({
  name: 'web',
  id: 'f00',
  engine: 'docker',
  image: 'nginx:1.27',
  status: 'running',
  running: true,
  known: true,
  started: 1_767_200_000,
  ended: null,
  exit_code: null,
  reason: null,
  planned: null,
  restarts: 0,
  health: null,
  failing_streak: null,
  ...more,
});

/** One that crashed after it had run for two hours. */
export const crashedContainer = (more: object = {}) =>
  containerState({
    status: 'exited',
    running: false,
    started: 1_767_225_602 - 7200,
    ended: 1_767_225_602,
    exit_code: 1,
    reason: 'exit',
    planned: false,
    ...more,
  });
