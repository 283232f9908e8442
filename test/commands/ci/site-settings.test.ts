import { expect, test } from 'vitest';
import { changedSettings } from '../../../commands/ci/site-settings.ts';

const SITE = 'title: T\nserviceUrl: https://a.example\naccessTokens: [ONE_KEY, TWO_KEY]\n';

test.each<[string, string, string, string[]]>([
  ['nothing', SITE, SITE, []],
  [
    'comments and order only',
    SITE,
    `# x\naccessTokens: [TWO_KEY, ONE_KEY]\ntitle: T\nserviceUrl: https://a.example`,
    [],
  ],
  ['an address', SITE, SITE.replace('a.ex', 'b.ex'), ['serviceUrl: "https://a.example" -> "https://b.example"']],
  ['names', SITE, SITE.replace('ONE', 'NEW'), ['accessTokens: + "NEW_KEY"', 'accessTokens: - "ONE_KEY"']],
  ['a value that is new', SITE, `${SITE}repository: https://r.example\n`, ['repository: none -> "https://r.example"']],
  [
    'the file is new',
    '',
    SITE,
    [
      'serviceUrl: none -> "https://a.example"',
      'accessTokens: + "ONE_KEY"',
      'accessTokens: + "TWO_KEY"',
      'title: none -> "T"',
    ],
  ],
])('%s', (_, before, after, lines) => {
  expect(changedSettings(Buffer.from(before), Buffer.from(after))).toEqual(lines);
});
