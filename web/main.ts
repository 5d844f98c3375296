/** Entry point of the page. */
import { createApp, watch } from 'vue';
import { prefetched } from './api/prefetch.ts';
import App from './App.vue';
import { ENTRIES } from './entries.ts';
import { listenToKeys } from './keys/keys.ts';
import type * as deferred from './deferred.ts';
import { ENTRIES as OF_PAGE } from './parts/entry.ts';
import { loadDeferred } from './parts/deferred-part.ts';
import { createGander, GANDER } from './state/gander.ts';
import { inLanguage } from './state/language.ts';
import { SHELL } from './state/shell.ts';
import { followTheme } from './state/theme.ts';
import './style/tokens.css';
import './style/base.css';
import './style/layout.css';

type Deferred = typeof deferred;
declare module './parts/deferred-part.ts' {
  interface DeferredParts extends Deferred {}
}

const gander = createGander(window, prefetched, ENTRIES);
followTheme(gander, window);
listenToKeys(gander, document, ENTRIES);
gander.feed.start();

const app = createApp(App).provide(GANDER, gander).provide(SHELL, gander).provide(OF_PAGE, ENTRIES);
/** Replies this fast are drawn in the first frame. */
const FIRST_DATA_MS = 150;
let isMounted = false;
const mount = (): void => {
  if (!isMounted) app.mount('#app');
  isMounted = true;
};
const load = (): Promise<void> => loadDeferred(() => import('./deferred.ts'));
// Above the table, or opened by the address: part of the first paint.
if (gander.layout.value === 'wide' && location.hash.length < 2) watch(gander.isDrawn, load, { once: true });
else void load();
// Not loaded otherwise: it would cost every start.
if (gander.settings.hub === undefined && matchMedia('(display-mode: standalone)').matches)
  void import('./feed/keep-view.ts').then(({ keepView }) => keepView(gander));
inLanguage(gander.preferences, window, app, () => {
  if (gander.store.tick.value > 0) mount();
  watch([gander.store.tick, gander.feed.connection], mount, { once: true, flush: 'sync' });
  setTimeout(mount, FIRST_DATA_MS);
});
