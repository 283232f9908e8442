/**
 * Addresses in the web page of a repository: to change a file, to propose a new one, to report a problem. What nobody
 * knows of a host is not guessed: there the address of the repository itself has to do.
 */

/** A repository, and the branch of it that people edit. */
export interface RepositoryPlace {
  /** The address of its web page. */
  readonly repository: string;
  readonly branch: string;
}

/** What a new issue begins with. */
export interface IssueDraft {
  readonly title: string;
  readonly body: string;
}

/** How the web pages of one kind of host are addressed, relative to the address of a repository. */
interface Forge {
  readonly view: (branch: string, path: string) => string;
  readonly edit: (branch: string, path: string) => string;
  readonly create: (branch: string, folder: string, name: string) => string;
  readonly commit: (commit: string) => string;
  /** The parameter of a new file's content. */
  readonly content: string;
  readonly issue: (draft: IssueDraft) => string;
}

const plainIssue = ({ title, body }: IssueDraft): string => `/issues/new?${query({ title, body })}`;

const GITHUB: Forge = {
  view: (branch, path) => `/blob/${encodePath(branch)}/${encodePath(path)}`,
  edit: (branch, path) => `/edit/${encodePath(branch)}/${encodePath(path)}`,
  // A folder in the path of the address would have to be there already; one in the name is made.
  create: (branch, folder, name) => `/new/${encodePath(branch)}?${query({ filename: joined(folder, name) })}`,
  commit: (commit) => `/commit/${commit}`,
  content: 'value',
  issue: plainIssue,
};

const GITLAB: Forge = {
  view: (branch, path) => `/-/blob/${encodePath(branch)}/${encodePath(path)}`,
  edit: (branch, path) => `/-/edit/${encodePath(branch)}/${encodePath(path)}`,
  create: (branch, folder, name) => `/-/new/${encodePath(joined(branch, folder))}?${query({ file_name: name })}`,
  commit: (commit) => `/-/commit/${commit}`,
  content: 'content',
  issue: ({ title, body }) => `/-/issues/new?${query({ 'issue[title]': title, 'issue[description]': body })}`,
};

const FORGEJO: Forge = {
  view: (branch, path) => `/src/branch/${encodePath(branch)}/${encodePath(path)}`,
  edit: (branch, path) => `/_edit/${encodePath(branch)}/${encodePath(path)}`,
  create: (branch, folder, name) => `/_new/${encodePath(joined(branch, folder))}?${query({ filename: name })}`,
  commit: (commit) => `/commit/${commit}`,
  content: 'value',
  issue: plainIssue,
};

/** By the name of the host: what it is called by its makers, and well-known ones with a name of their own. */
const FORGES: readonly (readonly [RegExp, Forge])[] = [
  [/^(?:www\.)?github\./, GITHUB],
  [/(?:^|\.)gitlab\.|^(?:salsa\.debian\.org|framagit\.org|invent\.kde\.org)$/, GITLAB],
  [/^codeberg\.org$|(?:^|\.)(?:forgejo|gitea)\./, FORGEJO],
];

/** The pages of a repository; where its host is not known, each is the repository itself. */
export interface RepositoryLinks {
  /** Where a file is read. */
  view(path: string): string;
  /** Where a file is edited. */
  edit(path: string): string;
  /** The address of a commit. If the forge is not known, the most common form: it also identifies the commit. */
  commit(commit: string): string;
  /** Where an issue is written. */
  issue(draft: IssueDraft): string;
}

/** The addresses of the pages of a repository. */
export function repositoryLinks({ repository, branch }: RepositoryPlace): RepositoryLinks {
  const { address, forge } = addressed(repository);
  const commit = (name: string): string => address + (forge ?? GITHUB).commit(name);
  if (!forge) return { view: () => repository, edit: () => repository, commit, issue: () => repository };
  return {
    commit,
    view: (path) => address + forge.view(branch, path),
    edit: (path) => address + forge.edit(branch, path),
    issue: (draft) => address + forge.issue(draft),
  };
}

/** Where a new file is proposed. */
export interface NewFileLink {
  readonly href: string;
  /** Whether the page begins with the name and the content; where it does not, people have to paste them. */
  readonly isFilledIn: boolean;
}

/** Browsers and hosts take longer addresses, but not all of them much longer ones. */
const LONGEST = 7_000;

/** Where a new file is proposed: in a page with its name and content, as far as the host has one. */
export function newFileLink({ repository, branch }: RepositoryPlace, path: string, content: string): NewFileLink {
  const { address, forge } = addressed(repository);
  if (!forge) return { href: repository, isFilledIn: false };
  const slash = path.lastIndexOf('/');
  const href = address + forge.create(branch, path.slice(0, Math.max(slash, 0)), path.slice(slash + 1));
  const filled = `${href}&${query({ [forge.content]: content })}`;
  return filled.length > LONGEST ? { href, isFilledIn: false } : { href: filled, isFilledIn: true };
}

function addressed(repository: string): { readonly address: string; readonly forge: Forge | null } {
  const address = repository.replace(/[?#].*$/s, '').replace(/\/+$|\.git\/*$/, '');
  if (!URL.canParse(address)) return { address, forge: null };
  const { hostname } = new URL(address);
  return { address, forge: FORGES.find(([name]) => name.test(hostname))?.[1] ?? null };
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('/');

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Hosts differ in whether a plus is a space, and agree on `%20`. */
function query(parameters: Readonly<Record<string, string>>): string {
  // Half of a surrogate pair cannot be encoded.
  const encode = (text: string): string =>
    encodeURIComponent(/[\ud800-\udfff]/.test(text) ? text.replace(/\p{Cs}/gu, '\ufffd') : text);
  return Object.entries(parameters)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}
