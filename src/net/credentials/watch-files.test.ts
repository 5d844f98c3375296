import { writeFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { watchFiles } from './watch-files.ts';

it('notices a file that is replaced before the first poll, and one that appears', async () => {
  const folder = temporaryTree({ 'a.pem': 'first' });
  const onChange = vi.fn();
  const stop = watchFiles(() => [`${folder}/a.pem`, `${folder}/b.pem`], 5, onChange);
  writeFileSync(`${folder}/a.pem`, 'the second');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  writeFileSync(`${folder}/b.pem`, 'new');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2));
  stop();
});
