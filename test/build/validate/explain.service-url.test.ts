/** Every link begins with the service URL, so paths and, by clients, a query must be able to follow it. */
import { expect, test } from 'vitest';
import { checkCatalog, messageOf } from '../../../build/pipeline.ts';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { OPTIONS } from '../../support/check.ts';

/** The messages about a service URL in site.yaml. */
function messages(url: string): string[] {
  const site = `title: T\nserviceUrl: ${JSON.stringify(url)}\nrepository: https://git.example.org/?a=b\n`;
  const { diagnostics } = checkCatalog(memoryFolder({ ...SMALL, 'site.yaml': site }), OPTIONS);
  return diagnostics.map((problem) => messageOf(problem, ''));
}

test.each(['https://a.example.org', 'http://127.0.0.1:8788/'])('%s', (url) => {
  expect(messages(url)).toEqual([]);
});

test.each([
  ['https://a.example.org/?key=1', 'leave out the ? and what follows'],
  ['https://a.example.org?key=1', 'leave out the ? and what follows'],
  ['https://a.example.org/#top', 'leave out what begins with #'],
  ['a.example.org', 'it is relative'],
  ['https://a.example.org/v1/', 'leave out /v1/: every link adds /v1/ by itself'],
  ['https://a.example.org/maps/v1', 'leave out /maps/v1: every link adds /v1/ by itself'],
  ['https://a.example.org/below/here', 'leave out the path: a catalog is at the root of its host'],
  ['https://a.example.org//', 'leave out the path'],
  ['https://a.example.org/[b]', 'leave out the path'],
])('%s: %s', (url, why) => {
  expect(messages(url)).toEqual([expect.stringContaining(why)]);
});
