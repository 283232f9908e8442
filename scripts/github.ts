/** Runs one task of a workflow: `npm run workflow -- <task> …`. */
import { Network } from '../cli/http.ts';
import { runTask } from './github/tasks.ts';

const [text, status] = await runTask(process.argv.slice(2), { env: process.env, fetch: new Network().fetch });
(status === 0 ? process.stdout : process.stderr).write(`${text}\n`);
process.exitCode = status;
