/** A build that is suspended, for longer than another one waits for it, and then goes on. */
import { FAST_CLOCK } from '../../support/cli.ts';
import { hold, oneOf, type Trial } from '../trial.ts';
import { expectOneSentence, NONE, Workplace } from '../workplace.ts';
import { aMoment } from './kill.ts';

/** The trial. */
export const SUSPEND: Trial = {
  name: 'suspend',
  what: 'a build suspended at a random moment, another one meanwhile: it cannot harm the new site',
  async run(round) {
    const { draw, count, program } = round;
    const place = new Workplace(round);
    const size = oneOf(draw, [40, 150]);
    for (const version of ['old', 'first', 'second']) await place.prepare(version, size);
    const hasOld = draw(4) > 0;
    if (hasOld) await place.build('old');
    const first = place.start('first');
    await aMoment(round, first);
    first.kill('SIGSTOP');
    const suspended = place.state();
    hold(['first', hasOld ? 'old' : NONE, NONE].includes(suspended), 'a whole site while suspended', suspended);

    const [node = '', ...rest] = program;
    const second = round.start([
      node,
      '--import',
      FAST_CLOCK,
      ...rest,
      ...place.command('second').slice(program.length),
    ]);
    const { status, stderr } = await second.ended();
    hold(status === 0, 'the other build to take over', `exit ${status}: ${stderr}`);
    place.expect(['second'], 'while the first build is suspended');

    const end = draw(4) === 0 ? 'SIGKILL' : 'SIGCONT';
    first.kill(end);
    const outcome = await first.ended();
    if (outcome.status === 0) {
      // It had not begun to write, or had finished with it.
      place.expect(['first', 'second'], 'after the first build went on');
      count('finished');
    } else {
      if (outcome.signal === null) expectOneSentence(outcome);
      place.expect(['second'], 'after the first build lost the lock');
      count(outcome.signal === null ? 'gave up' : 'killed');
    }
    await place.finish('first');
  },
};
