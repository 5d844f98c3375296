/** The screen on a real terminal: tmux. */
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { firstOf } from '../support/full-run.ts';
import { agentProgram } from '../support/agent-program.ts';
import { itInFull } from '../support/it-in-full.ts';
import { serveLive } from '../support/live-agent.ts';
import { temporaryTree } from '../support/temporary-directory.ts';
import { hasTmux, openTmux } from '../support/tmux.ts';

const PROGRAM = agentProgram().join(' ');
const GANDER = `${PROGRAM} -C /dev/null`;

describe.skipIf(!hasTmux())('the screen in tmux', () => {
  it('shows the machine, takes any size, and gives the terminal back', async () => {
    const terminal = openTmux(80, 24);
    terminal.run(`echo before; ${GANDER}; echo "ended with $?"`);
    // Its last row comes last: tmux takes a screen in pieces.
    const first = await terminal.until(/CPU%.*Command[^]*\n\? help {2}q quit/);
    expect(first).not.toContain('before');
    expect(first.split('\n')[23]).toMatch(/^\? help/);
    terminal.resize(120, 40);
    await terminal.until(/MEM%.*RES.*Command/);
    terminal.resize(30, 8);
    await terminal.until(/^CPU%▾ +MEM%/m);
    terminal.keys('?');
    await terminal.until('previous row');
    terminal.keys('q', 'q');
    const last = await terminal.until('ended with 0');
    expect(last).toContain('before');
    terminal.run('stty -a | tr " " "\\n" | grep -cx -e -icanon -e -echo');
    await terminal.until(/^0$/m);
  });

  it('stops at Ctrl-Z or a signal, and comes back', async () => {
    const terminal = openTmux(80, 24);
    const folder = temporaryTree();
    const kill = (signal: string): void =>
      void execFileSync('sh', ['-c', `kill -${signal} "$(cat ${folder}/pid)"`]);
    // As in GNU screen: all that is drawn is on the shell's own screen.
    terminal.run('tmux set -g alternate-screen off');
    terminal.run(`sh -c 'echo $$ > ${folder}/pid; exec ${GANDER}'`);
    await terminal.until('Processes');
    terminal.keys('/', 'C-z');
    expect(await terminal.until('Stopped')).not.toContain('Processes');
    for (const signal of ['TSTP', 'STOP']) {
      terminal.run('fg');
      await terminal.until(/CPU%.*Command[^]*\nFilter:/);
      kill(signal);
      await terminal.until('Stopped');
    }
    terminal.run('fg');
    await terminal.until(/CPU%.*Command[^]*\nFilter:/);
    terminal.keys('C-c', 'C-c');
    // The shell's prompt is back: the program receives no further input.
    await terminal.until(/^bash\S*\s*$/);
    terminal.run('echo "ended with $?"');
    await terminal.until('ended with 0');
  });

  it.each(
    firstOf('more signals to the screen', 0, [
      ['SIGTERM', 0],
      ['SIGHUP', 0],
      // 128 and the number of the signal.
      ['SIGQUIT', 131],
    ]),
  )('gives it back at %s', async (signal, code) => {
    const terminal = openTmux(80, 24);
    const folder = temporaryTree();
    terminal.run(`sh -c 'echo $$ > ${folder}/pid; exec ${GANDER}'; echo "ended with $?"`);
    await terminal.until('Processes');
    execFileSync('sh', ['-c', `kill -${signal.slice(3)} "$(cat ${folder}/pid)"`]);
    await terminal.until(`ended with ${code}`);
  });

  itInFull('ends when its parent was killed, and the shell has the terminal', async () => {
    const terminal = openTmux(80, 24);
    const folder = temporaryTree();
    terminal.run(`bash -c 'echo $$ > ${folder}/pid; ${GANDER} -t 0.5; true'`);
    await terminal.until('Processes');
    execFileSync('sh', ['-c', `kill -KILL "$(cat ${folder}/pid)"`]);
    // The shell's screen comes back once it has left.
    expect(await terminal.until(/bash -c 'echo/)).not.toContain('CPU%');
  });

  it('gives it back before it tells of a fault', async () => {
    const folder = temporaryTree({
      'fault.cjs': `setInterval(() => {
        if (require('fs').existsSync(__dirname + '/now')) throw new Error('made by the test');
      }, 50);`,
    });
    const terminal = openTmux(80, 24);
    terminal.run(`NODE_OPTIONS='--require=${folder}/fault.cjs' ${GANDER}; echo "ended with $?"`);
    await terminal.until('Processes');
    writeFileSync(`${folder}/now`, '');
    const last = await terminal.until('ended with 1');
    expect(last).toContain('an unexpected error ended the program: made by the test');
  });

  itInFull('is not moved by names of processes', async () => {
    const evil = spawn('sleep', ['300'], {
      argv0: 'zz-evil\u001B]0;owned\u0007\u001B[2J\u001B[5;5Hline\none\u202Egpj.exe 日本 e\u0301\u200B',
    });
    onTestFinished(() => void evil.kill());
    const terminal = openTmux(120, 24);
    terminal.run(`${GANDER} -2`);
    await terminal.until('Processes');
    terminal.keys('-l', '/zz-evil');
    const shown = await terminal.until('Processes 1 of');
    expect(shown).toContain(
      'zz-evil␛]0;owned␇␛[2J␛[5;5Hline␊one⟨202E⟩gpj.exe 日本 é⟨200B⟩'.normalize('NFD').slice(0, 40),
    );
    expect(terminal.title()).not.toBe('owned');
    terminal.keys('Enter');
    terminal.keys('k');
    await terminal.until(/End \d+ \(sleep\)\?/);
    terminal.keys('y');
    await new Promise((resolve) => evil.once('exit', resolve));
    expect(evil.signalCode).toBe('SIGTERM');
  });

  it('lists servers, opens one, and comes back', async () => {
    const agent = await serveLive({ argv: ['-t', '0.5', '--disable-autodiscover', '--disable-archive'] });
    onTestFinished(() => void agent.stop());
    const folder = temporaryTree({
      'gander.conf': `[serverlist]\nserver_1_name=127.0.0.1\nserver_1_port=${agent.port}\nserver_1_protocol=rest\nserver_1_alias=web1\n`,
    });
    const terminal = openTmux(100, 24);
    terminal.run(
      `${PROGRAM} --browser --disable-autodiscover -C ${folder}/gander.conf; echo "ended with $?"`,
    );
    await terminal.until(/web1 +Online/);
    terminal.keys('Enter');
    await terminal.until(/Processes \d/);
    terminal.keys('q');
    await terminal.until(/web1 +Online/);
    terminal.keys('q');
    await terminal.until('ended with 0');
  });
});
