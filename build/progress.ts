/**
 * Told between one file and the next what is being done.
 *
 * @param what the work, as a verb in its -ing form with a capital: `Checking`
 * @param done how many of the files are behind
 * @param path the file that is next
 */
export type OnProgress = (what: string, done: number, total: number, path: string) => void;
