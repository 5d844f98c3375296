import type { Served, View } from '../../../core/served.ts';

type ItemViews = Record<string, View>;

/** Views for clients: two levels per container, and which columns are worth showing. Empty without containers. */
export function containerViews(
  views: Readonly<Record<string, ItemViews>>,
  items: readonly Served[],
): Record<string, unknown> {
  if (items.length === 0) return {};
  const levels = items.map((item): [string, unknown] => {
    const name = String(item['name']);
    const own = views[name];
    return [
      name,
      {
        cpu: decoration(item['cpu_percent'], own?.['cpu_percent']),
        mem: decoration(item['memory_usage'], own?.['memory_usage']),
      },
    ];
  });
  return {
    ...Object.fromEntries(levels),
    show_pod_name: items.some((item) => typeof item['pod_name'] === 'string' && item['pod_name'] !== ''),
    show_engine_name: new Set(items.map((item) => item['engine'])).size > 1,
  };
}

const decoration = (value: unknown, view: View | undefined): object =>
  value === null || view === undefined ? {} : { decoration: view.decoration };
