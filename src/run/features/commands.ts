/** Commands that features declare, a line each. Every mode loads this list, so it loads no code of features. */
export { BEAT_COMMAND } from '../../alerts/push-checks/beat-command.ts';
