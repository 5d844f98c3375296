/** A key of the terminal: an action with what it does here. Help on the screen and the line of hints are made from it. */
import type { Action } from '../../display/action.ts';
import type { Surface } from '../state/surface.ts';
import type { Ui } from '../state/ui.ts';

/** The target of keys, on any screen. */
export interface ScreenActor {
  readonly ui: Surface;
  /** Leaves this screen: for the list of servers where it was opened from one. */
  quit(): void;
  /** Ends the program. */
  end(): void;
  suspend(): void;
  /** Draws everything again, whatever the terminal shows. */
  redraw(): void;
}

/** The target of keys on the screen of a machine. */
export interface Actor extends ScreenActor {
  readonly ui: Ui;
  /** Goes back to the list of servers from which this screen was opened; null: it was not. */
  readonly back: (() => void) | null;
}

export interface Key<A = Actor> extends Pick<Action, 'group' | 'text' | 'hint'> {
  /** Names by the decoder; any of them. */
  readonly keys: readonly string[];
  run(actor: A): void;
}

/** An action that the terminal has a key for. */
export type TerminalAction = Action & { readonly terminal: readonly string[] };

export const bind = <A = Actor>(action: TerminalAction, run: (actor: A) => void): Key<A> => ({
  ...action,
  keys: action.terminal,
  run,
});

export const keysByName = <A>(keys: readonly Key<A>[]): ReadonlyMap<string, Key<A>> =>
  new Map(keys.flatMap((one) => one.keys.map((key) => [key, one] as const)));

/** In front of an overlay only the keys of the screen mean something: nothing is done to what lies behind it. */
export function pressKey<A extends ScreenActor>(key: Key<A>, actor: A): void {
  if (actor.ui.view.overlay === 'none' || key.group === 'General') key.run(actor);
}
