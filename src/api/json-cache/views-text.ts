/** JSON of an item's views. Thousands consist of a few texts, which are cached. */
import type { View } from '../../core/served.ts';

export function createViewsText(): (views: Readonly<Record<string, View>>) => string {
  const names = new Map<string, string>();
  const kinds = new Map<string, string[]>();

  const nameText = (name: string): string => {
    let text = names.get(name);
    if (text === undefined) names.set(name, (text = `${JSON.stringify(name)}:`));
    return text;
  };

  const viewText = (view: View): string => {
    let texts = kinds.get(view.decoration);
    if (texts === undefined) kinds.set(view.decoration, (texts = []));
    const kind = (view.optional ? 2 : 0) + (view.hidden ? 1 : 0);
    return (texts[kind] ??= JSON.stringify(view));
  };

  return (views) => {
    const entries: string[] = [];
    for (const name of Object.keys(views)) entries.push(nameText(name) + viewText(views[name] as View));
    return `{${entries.join(',')}}`;
  };
}
