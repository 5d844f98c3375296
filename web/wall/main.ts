/** Entry point of the wall: a board or the verdict, by the key in the address. */
import { createApp } from 'vue';
import { prefetched } from '../api/prefetch.ts';
import { inLanguage } from '../state/language.ts';
import { createShell } from '../state/shell.ts';
import { followTheme } from '../state/theme.ts';
import '../style/tokens.css';
import '../style/base.css';
import './wall.css';
import WallPage from './WallPage.vue';

const shell = createShell(window, prefetched);
followTheme(shell, window);
const app = createApp(WallPage, { preferences: shell.preferences, refresh: shell.settings.refresh });
inLanguage(shell.preferences, window, app, () => app.mount('#app'));
// Another link in the same tab.
window.addEventListener('hashchange', () => location.reload());
