import { expect, test } from 'vitest';
import { releaseNotes } from '../../scripts/release-notes.ts';
import { ROOT, run } from '../support/cli.ts';

const CHANGELOG = `# Changelog

What is noticed.

## Unreleased

### Added

## 1.10.0 - 2026-11-21

### Added

- A [page](docs/api.md), see [SECURITY.md](SECURITY.md#what), [below](#fixed) and [there](https://example.org/x).

### Fixed

- A fault.

## 1.1.0 - 2026-10-01

- Older.
`;

const notes = ({ tag = 'v1.10.0', version = '1.10.0', changelog = CHANGELOG } = {}): string =>
  releaseNotes(tag, version, changelog, 'https://github.com/a/b');

test('the section of a version, with links that work anywhere', () =>
  expect(notes()).toBe(`### Added

- A [page](https://github.com/a/b/blob/v1.10.0/docs/api.md), see [SECURITY.md](https://github.com/a/b/blob/v1.10.0/SECURITY.md#what), [below](#fixed) and [there](https://example.org/x).

### Fixed

- A fault.
`));

test('the last section ends with the file', () =>
  expect(notes({ tag: 'v1.1.0', version: '1.1.0' })).toBe('- Older.\n'));

test.each<[string, Parameters<typeof notes>[0], RegExp]>([
  ['a tag that is no version', { tag: 'latest' }, /"latest" is not like v1\.2\.0/],
  ['a version before another', { tag: 'v1.10.0-rc.1', version: '1.10.0-rc.1' }, /is not like/],
  ['the tag of another version', { version: '1.10.1' }, /tag is v1\.10\.0, but package\.json has version 1\.10\.1/],
  ['a version without a section', { tag: 'v2.0.0', version: '2.0.0' }, /no section "## 2\.0\.0 - <date>"/],
  ['a section without its date', { changelog: '## 1.10.0\n\n- x\n' }, /no section/],
  ['an empty section', { changelog: '## 1.10.0 - 2026-11-21\n\n### Added\n\n## 1.0.0 - 2026-01-01\n' }, /is empty/],
  [
    'entries that are in no version',
    { changelog: CHANGELOG.replace('### Added', '### Added\n\n- x') },
    /still has entries/,
  ],
])('%s is refused', (_, change, message) => expect(() => notes(change)).toThrow(message));

test('the script says why there is nothing to print', async () => {
  const outcome = await run('npm', ['run', '--silent', 'release:notes', '--', 'next'], { cwd: ROOT });
  expect(outcome).toMatchObject({ status: 1, stdout: '' });
  expect(outcome.stderr).toContain('The tag "next" is not like v1.2.0.\n');
});
