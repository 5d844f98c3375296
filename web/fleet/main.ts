/** Entry point of the fleet page. */
import { createApp } from 'vue';
import { prefetched } from '../api/prefetch.ts';
import { inLanguage } from '../state/language.ts';
import { SHELL } from '../state/shell.ts';
import { followTheme } from '../state/theme.ts';
import '../style/tokens.css';
import '../style/base.css';
import { createFleet, FLEET } from './fleet.ts';
import FleetPage from './FleetPage.vue';
import { listenToKeys } from './keys.ts';
import './fleet.css';

const fleet = createFleet(window, prefetched);
followTheme(fleet, window);
listenToKeys(fleet, document);
fleet.feed.start();
// Pages restored by Back have lost their connection.
window.addEventListener('pagehide', () => fleet.feed.stop());
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) fleet.feed.start();
});
const app = createApp(FleetPage).provide(FLEET, fleet).provide(SHELL, fleet);
inLanguage(fleet.preferences, window, app, () => app.mount('#app'));
