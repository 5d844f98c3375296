/** The list of alerts in the units and the language of the reader. */
import { shownVerdict } from '../../../measure/levels/series.ts';
import type { AlertList } from '../../display/alert-list.ts';
import { reworded } from '../../display/alert-words.ts';
import type { Text } from '../../display/finding-words.ts';
import type { DataSource } from './data-source.ts';

export const inUnits = (list: AlertList, { judge, latest, plugins }: DataSource, text: Text): AlertList => {
  const verdicts = { plugins: () => plugins, ofPlugin: (name: string) => judge(name).map(shownVerdict) };
  const words = { verdicts, latest, text };
  return { ...list, alerts: list.alerts.map((alert) => reworded(alert, words)) };
};
