/** Commands that features declare, a line each. Every mode loads this list, so it loads no code of features. */
export { PUSH_CHECK_COMMAND } from '../../alerts/push-checks/push-check-command.ts';
