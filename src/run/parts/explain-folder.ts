/** Explains why the machine was slow, from the folder of its history; no running agent is needed. */
import { explain } from '../../explain/explain.ts';
import type { Explanation, TimeSpan } from '../../explain/explanation.ts';
import type { HistoryPaths } from '../../history/archive/history-paths.ts';
import { openReading } from './archive-reading.ts';
import { pastOfFolder } from './past-folder.ts';

/** Throws `Failure`. @param warn receives problems of single files */
export async function explainFolder(
  paths: HistoryPaths,
  window: TimeSpan,
  warn: (text: string) => void,
): Promise<Explanation> {
  const reading = await openReading(paths.path, (_, text) => warn(text));
  try {
    return await explain(await pastOfFolder(paths, reading), window);
  } finally {
    await reading.folder.close();
  }
}
