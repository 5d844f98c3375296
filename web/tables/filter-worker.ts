/** Answers the page's requests one by one (`matcher.ts`). */
import { answer, type Question } from './filter-places.ts';

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  // The page measures time from here.
  postMessage('begun');
  postMessage(answer(data));
});
