/** On an unknown forge, each link is the repository. */

import { isObject, jsonItemsOf } from './json-values.ts';
import { parseUrl } from './text.ts';

export interface RepositoryPlace {
  readonly repository: string;
  readonly branch: string;
}

/**
 * Relative to the repository; `content` is a parameter's name. Words in braces are replaced: `branch`, `path` and
 * `folder` keep their slashes, others are encoded whole.
 */
interface Forge {
  readonly view: string;
  readonly edit: string;
  readonly create: string;
  readonly content: string;
  readonly commit: string;
  readonly history: string;
  readonly issue: string;
}

const GITHUB: Forge = {
  view: '/blob/{branch}/{path}',
  edit: '/edit/{branch}/{path}',
  // A folder in the address must exist; a folder in the name is created.
  create: '/new/{branch}?filename={file}',
  content: 'value',
  commit: '/commit/{commit}',
  history: '/commits/{branch}/{path}',
  issue: '/issues/new?title={title}&body={body}',
};

const GITLAB: Forge = {
  view: '/-/blob/{branch}/{path}',
  edit: '/-/edit/{branch}/{path}',
  create: '/-/new/{branch}/{folder}?file_name={name}',
  content: 'content',
  commit: '/-/commit/{commit}',
  history: '/-/commits/{branch}/{path}',
  issue: '/-/issues/new?issue%5Btitle%5D={title}&issue%5Bdescription%5D={body}',
};

const FORGEJO: Forge = {
  ...GITHUB,
  view: '/src/branch/{branch}/{path}',
  edit: '/_edit/{branch}/{path}',
  history: '/commits/branch/{branch}/{path}',
  create: '/_new/{branch}/{folder}?filename={name}',
};

const FORGES: readonly (readonly [RegExp, Forge])[] = [
  [/^(?:www\.)?github\./, GITHUB],
  [/(?:^|\.)gitlab\.|^(?:salsa\.debian\.org|framagit\.org|invent\.kde\.org)$/, GITLAB],
  [/^codeberg\.org$|(?:^|\.)(?:forgejo|gitea)\./, FORGEJO],
];

export function repositoryLinks({ repository, branch }: RepositoryPlace) {
  const { address, forge } = addressed(repository);
  const link = (page: 'view' | 'edit' | 'history' | 'issue', words: Readonly<Record<string, string>>): string =>
    forge ? address + filled(forge[page], { branch, ...words }) : repository;
  return {
    view: (path: string) => link('view', { path }),
    history: (path: string) => link('history', { path }),
    edit: (path: string) => link('edit', { path }),
    /** On an unknown forge, the most common form, whose end identifies the commit. */
    commit: (commit: string) => address + filled((forge ?? GITHUB).commit, { commit }),
    issue: (draft: { readonly title: string; readonly body: string }) => link('issue', draft),
  };
}

export function repositoryOfChanges(feed: unknown): string | undefined {
  return jsonItemsOf(Object(feed).items)
    .map((item) => (isObject(item) && typeof item['id'] === 'string' ? item['id'] : ''))
    .map((id) => /^(https?:.+?)(?:[/]-)?[/]commit[/][0-9a-f]{40,64}$/.exec(id)?.[1])
    .find(Boolean);
}

/** In characters. Some browsers and forges accept little more. */
const LONGEST_ADDRESS = 7_000;

/** If the forge takes no name and content, people must paste them. */
export function newFileLink({ repository, branch }: RepositoryPlace, path: string, content: string) {
  const { address, forge } = addressed(repository);
  if (!forge) return { href: repository, isFilledIn: false };
  const slash = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
  const href = address + filled(forge.create, { branch, file: path, folder, name });
  const whole = `${href}&${forge.content}=${encoded(content)}`;
  return whole.length > LONGEST_ADDRESS ? { href, isFilledIn: false } : { href: whole, isFilledIn: true };
}

function addressed(repository: string): { readonly address: string; readonly forge: Forge | null } {
  const address = repository.replace(/[?#].*$/s, '').replace(/\/+$|\.git\/*$/, '');
  const { hostname } = parseUrl(address) ?? {};
  const forge = hostname === undefined ? null : (FORGES.find(([name]) => name.test(hostname))?.[1] ?? null);
  return { address, forge };
}

function filled(template: string, words: Readonly<Record<string, string>>): string {
  return template.replace(/(\/?)\{([a-z]+)\}/g, (_, slash: string, name: string) => {
    const word = words[name] ?? '';
    if (name === 'folder' && word === '') return '';
    const keepsSlashes = ['branch', 'path', 'folder'].includes(name);
    return slash + (keepsSlashes ? word.split('/').map(encodeURIComponent).join('/') : encoded(word));
  });
}

/** Forges differ about a plus, so a space becomes `%20`. Half of a surrogate pair cannot be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(/[\ud800-\udfff]/.test(text) ? text.replace(/\p{Cs}/gu, '\ufffd') : text);
}
