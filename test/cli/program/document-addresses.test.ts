import { expect, test } from 'vitest';
import { programPageAddress } from '../../../cli/program/document-addresses.ts';
import { packageVersion, repositoryUrl } from '../../../cli/program/package.ts';

test.each([
  ['a version that is not published, and has no tag', false, 'main'],
  ['a published one', true, `v${packageVersion()}`],
])('the pages of %s', (_, isPublished, ref) => {
  expect(programPageAddress('docs/trust.md', isPublished)).toBe(`${repositoryUrl()}/blob/${ref}/docs/trust.md`);
  expect(programPageAddress('docs', isPublished)).toBe(`${repositoryUrl()}/blob/${ref}/docs`);
});
