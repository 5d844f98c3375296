/** Bytes of lists whose unchanged items are the same objects again: `keepsItems` of a list plugin. */
import type { Served } from '../../core/served.ts';
import type { Steps } from '../../core/steps.ts';
import { decorationsOf, type ViewsSource } from '../../measure/levels/views.ts';
import type { PooledBuffer } from '../../http/body/pooled-buffer.ts';
import { itemViewsText } from './pieces.ts';
import { ARRAY, OBJECT, RowBytes } from './row-bytes.ts';

type Make = (items: readonly Served[]) => Steps<PooledBuffer>;

interface ListBytes {
  /** Undefined if all items are written for every list. */
  readonly stats: Make | undefined;
  readonly views: Make | undefined;
  /** Called for each new list. */
  renew(): void;
  /** Called when views of unchanged items change. */
  forgetViews(): void;
}

/** Undefined for plugins with new items each time. */
export function createListBytes(source: ViewsSource): ListBytes | undefined {
  const { plugin, visibility } = source;
  if (plugin.shape !== 'list' || plugin.keepsItems !== true) return undefined;
  const { key } = plugin;
  const stats = new RowBytes(ARRAY);
  const views = new RowBytes(OBJECT);
  // Whether a value is hidden depends on earlier items, and `decorate` sees all items at once.
  const isOfItems = key !== null && !visibility.isOn && plugin.decorate === undefined;
  return {
    stats: (items) => stats.make(items),
    views: isOfItems
      ? (items) => views.make(items, itemViewsText(source, key, decorationsOf(source, items)))
      : undefined,
    renew() {
      stats.renew();
      views.renew();
    },
    forgetViews: () => views.forget(),
  };
}
