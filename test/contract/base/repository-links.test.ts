import { expect, test } from 'vitest';
import { newFileLink, repositoryLinks } from '../../../contract/base/repository-links.ts';

const PATH = 'catalog/mapservers/a b.yaml';
const UNKNOWN = 'https://git.example.org/maps/catalog';

test.each([
  ['https://github.com/o/r', 'main', 'https://github.com/o/r/edit/main/catalog/mapservers/a%20b.yaml'],
  ['https://github.com/o/r/', 'a/b', 'https://github.com/o/r/edit/a/b/catalog/mapservers/a%20b.yaml'],
  ['https://github.com/o/r.git', 'main', 'https://github.com/o/r/edit/main/catalog/mapservers/a%20b.yaml'],
  ['https://github.example.com/o/r', 'main', 'https://github.example.com/o/r/edit/main/catalog/mapservers/a%20b.yaml'],
  ['https://gitlab.com/g/s/r', 'main', 'https://gitlab.com/g/s/r/-/edit/main/catalog/mapservers/a%20b.yaml'],
  ['https://gitlab.gnome.org/o/r', 'main', 'https://gitlab.gnome.org/o/r/-/edit/main/catalog/mapservers/a%20b.yaml'],
  ['https://salsa.debian.org/o/r', 'main', 'https://salsa.debian.org/o/r/-/edit/main/catalog/mapservers/a%20b.yaml'],
  ['https://codeberg.org/o/r', 'main', 'https://codeberg.org/o/r/_edit/main/catalog/mapservers/a%20b.yaml'],
  ['https://gitea.com/o/r', 'main', 'https://gitea.com/o/r/_edit/main/catalog/mapservers/a%20b.yaml'],
  [
    'https://forgejo.example.org/o/r',
    'main',
    'https://forgejo.example.org/o/r/_edit/main/catalog/mapservers/a%20b.yaml',
  ],
  [UNKNOWN, 'main', UNKNOWN],
  ['https://notgithub.com/o/r', 'main', 'https://notgithub.com/o/r'],
  ['https://example.org/?https://github.com/o/r', 'main', 'https://example.org/?https://github.com/o/r'],
  ['no address', 'main', 'no address'],
])('%s at %s is edited at %s', (repository, branch, expected) => {
  expect(repositoryLinks({ repository, branch }).edit(PATH)).toBe(expected);
});

test.each([
  ['https://github.com/o/r', 'https://github.com/o/r/blob/main/CONTRIBUTING.md'],
  ['https://gitlab.com/o/r', 'https://gitlab.com/o/r/-/blob/main/CONTRIBUTING.md'],
  ['https://codeberg.org/o/r', 'https://codeberg.org/o/r/src/branch/main/CONTRIBUTING.md'],
  [UNKNOWN, UNKNOWN],
])('a file of %s is read at %s', (repository, expected) => {
  expect(repositoryLinks({ repository, branch: 'main' }).view('CONTRIBUTING.md')).toBe(expected);
});

const DRAFT = { title: 'Bad: "a&b" #1', body: 'one\ntwo +' };
const TITLE = 'Bad%3A%20%22a%26b%22%20%231';
const BODY = 'one%0Atwo%20%2B';

test.each([
  ['https://github.com/o/r', `https://github.com/o/r/issues/new?title=${TITLE}&body=${BODY}`],
  [
    'https://gitlab.com/o/r',
    `https://gitlab.com/o/r/-/issues/new?issue%5Btitle%5D=${TITLE}&issue%5Bdescription%5D=${BODY}`,
  ],
  ['https://codeberg.org/o/r', `https://codeberg.org/o/r/issues/new?title=${TITLE}&body=${BODY}`],
  [UNKNOWN, UNKNOWN],
])('a problem is reported at %s', (repository, expected) => {
  expect(repositoryLinks({ repository, branch: 'main' }).issue(DRAFT)).toBe(expected);
});

const NEW_PATH = 'catalog/mapservers/topo.yaml';

test.each([
  ['https://github.com/o/r', NEW_PATH, '/new/main?filename=catalog%2Fmapservers%2Ftopo.yaml&value=id%3A%20a%0A'],
  ['https://github.com/o/r', 'topo.yaml', '/new/main?filename=topo.yaml&value=id%3A%20a%0A'],
  ['https://gitlab.com/o/r', NEW_PATH, '/-/new/main/catalog/mapservers?file_name=topo.yaml&content=id%3A%20a%0A'],
  ['https://gitlab.com/o/r', 'topo.yaml', '/-/new/main?file_name=topo.yaml&content=id%3A%20a%0A'],
  ['https://codeberg.org/o/r', NEW_PATH, '/_new/main/catalog/mapservers?filename=topo.yaml&value=id%3A%20a%0A'],
])('at %s, the new file %s is proposed at %s', (repository, path, expected) => {
  const link = newFileLink({ repository, branch: 'main' }, path, 'id: a\n');
  expect(link).toEqual({ href: repository + expected, isFilledIn: true });
});

test('where the host is not known, or the content too long for an address, people paste it', () => {
  expect(newFileLink({ repository: UNKNOWN, branch: 'main' }, NEW_PATH, 'x')).toEqual({
    href: UNKNOWN,
    isFilledIn: false,
  });
  expect(newFileLink({ repository: 'https://github.com/o/r', branch: 'main' }, NEW_PATH, 'ä'.repeat(5_000))).toEqual({
    href: 'https://github.com/o/r/new/main?filename=catalog%2Fmapservers%2Ftopo.yaml',
    isFilledIn: false,
  });
});
