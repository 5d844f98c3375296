import { describe, expect, it } from 'vitest';
import { showHost } from '../../../../test/support/recorded-terminal.ts';

const small = (options = {}) =>
  showHost('small-vm', { isOnlyRead: true, width: 100, height: 30, ...options });

describe('w', () => {
  const PARTS = [
    {
      title: null,
      lines: [`CPU at 99 % from 12:05 to 12:10, mostly by ffmpeg\u001B[2J. ${'long '.repeat(30)}`],
    },
    { title: 'Who', lines: ['ffmpeg: 180 % of a core'] },
  ];

  it('says why it was slow, over the last 15 minutes or the time of the chart', async () => {
    const asked: number[] = [];
    const { press, screen } = await small({
      explain: async ({ from, to }: { from: number; to: number }) => {
        asked.push((to - from) / 60_000);
        return PARTS;
      },
    });
    expect(press('w')).toContain('The history is being read.');
    await expect.poll(screen).toContain('CPU at 99 % from 12:05 to 12:10, mostly by ffmpeg␛[2J.');
    expect(screen()).toMatch(/^Why was it slow\? {2}\d{4}-\d\d-\d\d \d\d:\d\d – \d\d:\d\d\n/m);
    expect(screen()).toMatch(/^Who\n {2}ffmpeg: 180 % of a core$/m);
    expect(press('w')).not.toContain('Why was it slow');
    press('g', 'w');
    await expect.poll(() => asked).toEqual([15, 10]);
    expect(press('escape')).not.toContain('Why was it slow');
  });

  it('says why there is no answer', async () => {
    const { press, screen } = await small({
      explain: () => Promise.reject(new Error('the folder /x cannot be read')),
    });
    press('w');
    await expect.poll(screen).toContain('No explanation: the folder /x cannot be read.');
    expect((await small()).press('w')).toContain('there is no history of this machine');
  });
});
