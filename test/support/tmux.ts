/** A terminal of tmux(1) with a shell, on a separate server. */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, vi } from 'vitest';
import { NO_HOME } from './no-home.ts';

export const hasTmux = (): boolean => spawnSync('tmux', ['-V']).status === 0;

export interface TmuxTerminal {
  screen(): string;
  /** Waits until the screen shows this. */
  until(text: string | RegExp): Promise<string>;
  /** Names of keys as tmux knows them, and characters. */
  keys(...keys: string[]): void;
  /** A line for the shell. */
  run(line: string): void;
  resize(width: number, height: number): void;
  title(): string;
}

export function openTmux(width: number, height: number, env: Record<string, string> = {}): TmuxTerminal {
  const socket = `gander-test-${randomUUID()}`;
  const tmux = (...args: string[]): string =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], {
      env: {
        PATH: process.env['PATH'],
        HOME: NO_HOME,
        LANG: 'C.UTF-8',
        PS1: '$ ',
        TERM: 'xterm-256color',
        ...env,
      },
      encoding: 'utf8',
    });
  tmux('new-session', '-d', '-x', String(width), '-y', String(height), 'bash --norc --noprofile -i');
  onTestFinished(() => void tmux('kill-server'));
  const screen = (): string => tmux('capture-pane', '-p');
  return {
    screen,
    async until(text) {
      await vi.waitFor(() => expect(screen()).toMatch(text), { interval: 100 });
      return screen();
    },
    keys: (...keys) => void tmux('send-keys', ...keys),
    run: (line) => void tmux('send-keys', '-l', `${line}\n`),
    resize: (newWidth, newHeight) =>
      void tmux('resize-window', '-x', String(newWidth), '-y', String(newHeight)),
    title: () => tmux('display-message', '-p', '#{pane_title}').trim(),
  };
}
