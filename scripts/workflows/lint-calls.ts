/** What there is to call from a workflow. */
export interface Callable {
  /** The scripts of package.json. */
  readonly scripts: Readonly<Record<string, string>>;
  /** The options of each command of `cartalog`, as `--name`. */
  readonly commands: Readonly<Record<string, readonly string[]>>;
  /** The tasks of `npm run workflow`. */
  readonly tasks: readonly string[];
}

/** What a shell script calls that does not exist, or calls with options that do not. */
export function callProblems(run: string, callable: Callable): string[] {
  // A line that ends in a backslash goes on in the next.
  const lines = run.replaceAll(/\\\n\s*/g, ' ').split('\n');
  return lines.flatMap((line) =>
    [...line.matchAll(/\bnpm run (.*?)(?=[|;&)]|>|$)/g)].flatMap(([, call = '']) => problemsOf(call, callable)),
  );
}

function problemsOf(call: string, { scripts, commands, tasks }: Callable): string[] {
  const [before = '', after = ''] = call.split(/\s--\s/, 2);
  const name =
    before
      .split(/\s+/)
      .filter((word, index, words) => word !== '' && !word.startsWith('--') && words[index - 1] !== '--prefix')[0] ??
    '';
  const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
  if (script === undefined) return [`there is no npm script ${JSON.stringify(name)}`];
  const words = `${script} ${after}`.trim().split(/\s+/);
  if (name === 'workflow') {
    const task = after.trim().split(/\s+/)[0] ?? '';
    return tasks.includes(task) ? [] : [`there is no task ${JSON.stringify(task)}`];
  }
  const program = words.indexOf('bin/cartalog.js');
  return program === -1 ? [] : commandProblems(words.slice(program + 1), commands);
}

function commandProblems([command = '', ...words]: readonly string[], commands: Callable['commands']): string[] {
  const options = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!options) return [`there is no command cartalog ${command}`];
  const given = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0] as string);
  return given
    .filter((option) => !options.includes(option))
    .map((option) => `cartalog ${command} has no option ${option}`);
}
