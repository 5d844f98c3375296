/** The page: puts everything together and starts. */
import { createApp } from 'vue';
import App from './App.vue';
import { listenToKeys } from './keys/keys.ts';
import { createGander, GANDER } from './state/gander.ts';
import { SHELL } from './state/shell.ts';
import { followTheme } from './state/theme.ts';
import './style/tokens.css';
import './style/base.css';
import './style/layout.css';

const gander = createGander(window);
followTheme(gander, window);
listenToKeys(gander, document);
gander.feed.start();
createApp(App).provide(GANDER, gander).provide(SHELL, gander).mount('#app');
