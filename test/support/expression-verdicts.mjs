/** A thread with a large stack that judges regular expressions: `recheck` calls itself deeply. */
import { parentPort, workerData } from 'node:worker_threads';
// In pure JavaScript: the package itself starts Java or a binary, if it can.
import recheck from 'recheck/lib/browser.js';

const { literals, timeout } = workerData;

function verdictOf(literal) {
  const end = literal.lastIndexOf('/');
  const options = { checker: 'automaton', randomSeed: 1, timeout };
  try {
    const { status, error } = recheck.checkSync(literal.slice(1, end), literal.slice(end + 1), options);
    if (status === 'unknown') return error?.kind === 'timeout' ? 'late' : 'unknown';
    return status === 'safe' ? 'linear' : 'not linear';
  } catch {
    // The stack was too small: as little is known as if there had been no time.
    return 'late';
  }
}

for (const literal of literals) parentPort?.postMessage([literal, verdictOf(literal)]);
