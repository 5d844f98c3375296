/** Parts that few visits need, loaded on demand. */
import { type AsyncComponentLoader, type Component, defineAsyncComponent } from 'vue';
import NotLoaded from './NotLoaded.vue';

/** Empty until its file arrives; a sentence if it fails, as after an upgrade. */
export const asyncPart = <C extends Component>(loader: AsyncComponentLoader<C>) =>
  defineAsyncComponent({ loader, errorComponent: NotLoaded });
