/** State of the host as a sentence: its worst current problem. */
import type { Level } from '../../core/level-rule.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';

const NOTHING = 'EVENTS history';

/** Plugin and field of each text; of equally bad ones the first is named. */
const TEXTS: readonly (readonly [plugin: string, field: string, text: string])[] = [
  ['cpu', 'user', 'High CPU user mode'],
  ['cpu', 'system', 'High CPU kernel usage'],
  ['cpu', 'iowait', 'High CPU I/O waiting'],
  ['cpu', 'steal', 'Large CPU stolen time. System running the hypervisor is too busy.'],
  ['load', 'min5', 'System overloaded in the last 5 minutes'],
  ['memswap', 'percent', 'High swap (paging) usage'],
  ['mem', 'percent', 'High memory consumption'],
];

/** Plugins that the message depends on, whatever is logged. */
export const MESSAGE_PLUGINS: ReadonlySet<string> = new Set(TEXTS.map(([plugin]) => plugin));

export class GlobalMessage {
  readonly #levels = new Map<string, Level>();

  /** Takes note of the levels of a plugin. */
  note(plugin: string, verdicts: readonly LevelVerdict[]): void {
    if (!MESSAGE_PLUGINS.has(plugin)) return;
    for (const { field, level } of verdicts) this.#levels.set(`${plugin}.${field}`, level);
  }

  get text(): string {
    return this.#first('CRITICAL') ?? this.#first('WARNING') ?? NOTHING;
  }

  #first(level: Level): string | undefined {
    return TEXTS.find(([plugin, field]) => this.#levels.get(`${plugin}.${field}`) === level)?.[2];
  }
}
