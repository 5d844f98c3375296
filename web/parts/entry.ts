/** Contribution of a room to the page: a part that opens, and actions. `../entries.ts` lists them. */
import type { Component, InjectionKey } from 'vue';
import type { PageSettings } from '../api/settings.ts';
import type { Gander } from '../state/gander.ts';
import type { Place, View } from '../state/view.ts';
import type { DeferredParts } from './deferred-part.ts';
import type { Goal } from './goal.ts';
import type { PageAction } from './key.ts';

export interface Entry extends Place {
  /** Flag of the agent that it needs. */
  readonly needs?: keyof PageSettings;
  /** Id of the operation without which it shows nothing; it is closed to roles that lack it. */
  readonly operation?: string;
  /** Loads what opens. Without this and `deferred` its room draws it. */
  load?(): Promise<Component>;
  /** Component that opens, loaded with the others of `../deferred.ts`. */
  deferred?(all: DeferredParts): Component;
  /** In place of the tables. */
  readonly isMain?: true;
  /** While it is open, only its own keys act. */
  readonly isModal?: true;
  /** Default: by the panel or the text in the address. */
  isOpen?(view: View): boolean;
  readonly actions?: readonly PageAction[];
  /** Where the switcher leads, too. */
  find?(): Promise<{ default(gander: Gander): Promise<readonly Goal[]> }>;
}

/** @param view its panel, or its text, is open */
export function isOpen({ panel, text, isOpen: own }: Entry, view: View): boolean {
  if (own !== undefined) return own(view);
  return text === undefined ? panel !== undefined && view.panel === panel : view[text] !== '';
}

const KEY: InjectionKey<readonly Entry[]> = Symbol('entries');
export { KEY as ENTRIES };
