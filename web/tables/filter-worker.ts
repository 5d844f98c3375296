/** Answers the questions of the page one after the other (`matcher.ts`). */
import { answer, type Question } from './filter-places.ts';

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  // From here on the page counts.
  postMessage('begun');
  postMessage(answer(data));
});
