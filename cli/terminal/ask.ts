import { setMaxListeners } from 'node:events';
import { autocompleteMultiselect, isCancel, multiselect, select, text } from '@clack/prompts';
import { visible } from '../../contract/base/text.ts';
import { CannotRunError, type Terminal } from './io.ts';

/** Promises reject with `CannotRunError` if the user cancels. */
export interface Asker {
  /**
   * @param otherwise the default; empty if an answer is optional, null if required
   * @param problemOf lets the user correct an answer
   */
  text(
    message: string,
    example: string,
    otherwise: string | null,
    problemOf: (answer: string) => string | null,
  ): Promise<string>;
  one(message: string, choices: readonly string[]): Promise<string>;
  several(message: string, choices: readonly string[]): Promise<string[]>;
}

/** Ctrl+C, Ctrl+D and the end of the input stop it. */
export function terminalAsker({ input, output }: Terminal, stop: AbortSignal): Asker {
  // A terminal of unknown size reports 0 columns: a line for each letter.
  if ('columns' in output && output.columns === 0) Object.assign(output, { columns: 80, rows: 24 });
  const ended = new AbortController();
  input.once('end', () => ended.abort());
  input.on('keypress', (_, key?: { ctrl?: boolean; name?: string }) => {
    if (key?.ctrl && key.name === 'd') ended.abort();
  });
  const common = { input, output, signal: AbortSignal.any([ended.signal, stop]) };
  // Each question listens to the signal; Node would warn of so many listeners.
  setMaxListeners(0, common.signal);
  return {
    async text(message, example, otherwise, problemOf) {
      const answer = await text({
        ...common,
        message,
        placeholder: visible(otherwise || `such as ${example}${otherwise === '' ? ', or nothing' : ''}`),
        ...(otherwise === null ? {} : { defaultValue: otherwise }),
        validate: (typed) => {
          const given = typed?.trim() || otherwise;
          return visible((given === null ? 'An answer is needed.' : problemOf(given)) ?? '') || undefined;
        },
      });
      return answered(answer).trim() || (otherwise ?? '');
    },
    async one(message, choices) {
      return answered(await select({ ...common, message, options: choices.map(choiceOf) }));
    },
    async several(message, choices) {
      const options = choices.map((value) => ({ value, label: visible(value) }));
      const asked = { ...common, message, options, required: false, maxItems: 12 };
      // In a long list, people type part of a name.
      return answered(await (options.length > 30 ? autocompleteMultiselect(asked) : multiselect(asked)));
    },
  };
}

const choiceOf = (value: string) => (value === '' ? { value, label: 'no answer' } : { value });

function answered<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new CannotRunError('Stopped. Nothing was written.');
  return answer as Exclude<T, symbol>;
}
