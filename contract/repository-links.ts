/**
 * Addresses of the web pages of a repository: to change a file, to propose a new one, to report a problem. If the forge is
 * not known, nothing is guessed, and the address of the repository itself has to do.
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

/**
 * How the web pages of one kind of forge are addressed, relative to the address of a repository. Words in braces are
 * replaced: `branch`, `path` and `folder` keep their slashes, all others are encoded whole.
 */
interface Forge {
  readonly view: string;
  readonly edit: string;
  /** Proposes a new file. */
  readonly create: string;
  /** The parameter of a new file's content. */
  readonly content: string;
  readonly commit: string;
  readonly issue: string;
}

const GITHUB: Forge = {
  view: '/blob/{branch}/{path}',
  edit: '/edit/{branch}/{path}',
  // A folder in the path of the address would have to exist already; one in the name is created.
  create: '/new/{branch}?filename={file}',
  content: 'value',
  commit: '/commit/{commit}',
  issue: '/issues/new?title={title}&body={body}',
};

const GITLAB: Forge = {
  view: '/-/blob/{branch}/{path}',
  edit: '/-/edit/{branch}/{path}',
  create: '/-/new/{branch}/{folder}?file_name={name}',
  content: 'content',
  commit: '/-/commit/{commit}',
  issue: '/-/issues/new?issue%5Btitle%5D={title}&issue%5Bdescription%5D={body}',
};

const FORGEJO: Forge = {
  ...GITHUB,
  view: '/src/branch/{branch}/{path}',
  edit: '/_edit/{branch}/{path}',
  create: '/_new/{branch}/{folder}?filename={name}',
};

/** By the name of the host: what its makers call it, and well-known ones with a name of their own. */
const FORGES: readonly (readonly [RegExp, Forge])[] = [
  [/^(?:www\.)?github\./, GITHUB],
  [/(?:^|\.)gitlab\.|^(?:salsa\.debian\.org|framagit\.org|invent\.kde\.org)$/, GITLAB],
  [/^codeberg\.org$|(?:^|\.)(?:forgejo|gitea)\./, FORGEJO],
];

/** The pages of a repository; if its forge is not known, each is the repository itself. */
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
  const link = (page: 'view' | 'edit' | 'issue', words: Readonly<Record<string, string>>): string =>
    forge ? address + filled(forge[page], { branch, ...words }) : repository;
  return {
    view: (path) => link('view', { path }),
    edit: (path) => link('edit', { path }),
    commit: (commit) => address + filled((forge ?? GITHUB).commit, { commit }),
    issue: (draft) => link('issue', { ...draft }),
  };
}

/** Where a new file is proposed. */
export interface NewFileLink {
  readonly href: string;
  /** Whether the page begins with the name and the content. If not, people must paste them. */
  readonly isFilledIn: boolean;
}

/** In characters. Browsers and forges accept longer addresses, but not all of them much longer ones. */
const LONGEST = 7_000;

/** Where a new file is proposed: in a page with its name and content, if the forge has one. */
export function newFileLink({ repository, branch }: RepositoryPlace, path: string, content: string): NewFileLink {
  const { address, forge } = addressed(repository);
  if (!forge) return { href: repository, isFilledIn: false };
  const slash = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
  const href = address + filled(forge.create, { branch, file: path, folder, name });
  const whole = `${href}&${forge.content}=${encoded(content)}`;
  return whole.length > LONGEST ? { href, isFilledIn: false } : { href: whole, isFilledIn: true };
}

function addressed(repository: string): { readonly address: string; readonly forge: Forge | null } {
  const address = repository.replace(/[?#].*$/s, '').replace(/\/+$|\.git\/*$/, '');
  if (!URL.canParse(address)) return { address, forge: null };
  const { hostname } = new URL(address);
  return { address, forge: FORGES.find(([name]) => name.test(hostname))?.[1] ?? null };
}

/** Fills in an address; nothing is left of an empty folder. */
function filled(template: string, words: Readonly<Record<string, string>>): string {
  return template.replace(/(\/?)\{([a-z]+)\}/g, (_, slash: string, name: string) => {
    const word = words[name] ?? '';
    if (name === 'folder' && word === '') return '';
    const keepsSlashes = ['branch', 'path', 'folder'].includes(name);
    return slash + (keepsSlashes ? word.split('/').map(encodeURIComponent).join('/') : encoded(word));
  });
}

/** Forges differ in whether a plus is a space, and agree on `%20`. Half of a surrogate pair cannot be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(/[\ud800-\udfff]/.test(text) ? text.replace(/\p{Cs}/gu, '\ufffd') : text);
}
