/** Parts that few visits need, each in its own file. */
import { type AsyncComponentLoader, type Component, defineAsyncComponent } from 'vue';
import NotLoaded from './NotLoaded.vue';

/** Nothing until its file is there; a sentence where it does not come, as of a page that was open during an upgrade. */
export const asyncPart = <C extends Component>(loader: AsyncComponentLoader<C>) =>
  defineAsyncComponent({ loader, errorComponent: NotLoaded });
