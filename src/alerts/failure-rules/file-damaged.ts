/** FILE_DAMAGED: a file of Gander cannot be used, and something is missing without it. */
import { FILE_PROBLEMS } from '../../core/alert-feeds.ts';
import { sentenceOf, verbatim } from '../../core/said.ts';
import { allRead, defineFailureRule, UNREAD } from '../../core/failure-rule.ts';

export const fileDamaged = defineFailureRule({
  name: 'FILE_DAMAGED',
  description:
    'A file of Gander itself is damaged or cannot be read, such as that of silences, beats, API keys or rules of the page. Gander goes on without it. The alert ends once the file is read without a problem.',
  level: 'WARNING',
  plugin: 'gander',
  inputs: { problems: FILE_PROBLEMS },
  atStart: 'notify',
  create:
    () =>
    ({ values: { problems } }) =>
      problems === null
        ? UNREAD
        : allRead(
            problems.map(({ path, sentence }) => ({
              subject: path,
              ...sentenceOf(verbatim(sentence)),
              details: { file: path },
            })),
          ),
});
