/** Effect of an action on the page. The list of actions has its keys and its name in the menu. */
import type { Action } from '../../src/show/display/action.ts';
import type { Gander } from '../state/gander.ts';

export interface PageAction {
  readonly action: Action;
  /** True if the action is available now. Default: always. */
  isOffered?(gander: Gander): boolean;
  run(gander: Gander): void;
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  PageUp: 'page-up',
  PageDown: 'page-down',
};

/** A pressed key as in the list of actions: `page-up`. */
export const pressedKey = ({ key }: KeyboardEvent): string => NAMES[key] ?? key;
