/** Configured actions: the commands for each level of each value. */
import type { Level } from '../../core/level-rule.ts';
import { type Command, parseAction, TemplateError } from './template.ts';

export interface Action {
  /** Its key with the name of the plugin in front: `cpu_total_critical_action`. */
  readonly name: string;
  readonly commands: readonly Command[];
  /** Runs at every sample while the level lasts, not only on entry. */
  readonly repeats: boolean;
}

const ACTION_KEY = /^(?:.+_)?(?:ok|default|error|careful|warning|critical)_action(_repeat)?$/;

/** Actions of one plugin. */
export class ActionBook {
  readonly #actions = new Map<string, Action>();
  /** Actions that are not run, each with the reason in a sentence. */
  readonly problems: string[] = [];
  readonly #plugin: string;

  /** @param section the plugin's section of the configuration: lower-case keys, values as text */
  constructor(plugin: string, section: Readonly<Record<string, string>>) {
    this.#plugin = plugin;
    for (const [key, text] of Object.entries(section)) {
      const match = ACTION_KEY.exec(key);
      if (match !== null && text.trim() !== '') this.#enter(key, text, match[1] !== undefined);
    }
  }

  get isEmpty(): boolean {
    return this.#actions.size === 0;
  }

  /**
   * Returns the action for a level of a value, by its names (`Verdict.names`); single ones take precedence over repeated ones.
   */
  find(names: readonly string[], level: Level): Action | null {
    for (const name of names) {
      const key = `${name}_${level.toLowerCase()}_action`;
      const action = this.#actions.get(key) ?? this.#actions.get(`${key}_repeat`);
      if (action !== undefined) return action;
    }
    return null;
  }

  #enter(key: string, text: string, repeats: boolean): void {
    const name = `${this.#plugin}_${key}`;
    try {
      this.#actions.set(name, { name, commands: parseAction(text), repeats });
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      this.problems.push(`[${this.#plugin}] ${key} is not run: ${error.message}.`);
    }
  }
}
