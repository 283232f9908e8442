/** What every link begins with has to be an address that paths and, by clients, a query can be put behind. */
import { describe, expect, test } from 'vitest';
import { messageOf } from '../../build/diagnostics/messages.ts';
import { checkCatalog } from '../../build/pipeline.ts';
import type { Io } from '../../cli/io.ts';
import { main } from '../../cli/program.ts';
import { memoryFolder, SMALL } from '../support/catalogs.ts';

describe('in site.yaml', () => {
  const messages = (url: string): string[] => {
    const site = `title: T\nserviceUrl: ${JSON.stringify(url)}\nrepository: https://git.example.org/?a=b\n`;
    const folder = memoryFolder({ ...SMALL, 'site.yaml': site });
    return checkCatalog(folder, { environment: {}, requireTokens: false }).diagnostics.map((problem) =>
      messageOf(problem, ''),
    );
  };
  test.each(['https://a.example.org', 'http://127.0.0.1:8788/', 'https://a.example.org/below/here'])('%s', (url) => {
    expect(messages(url)).toEqual([]);
  });
  test.each([
    ['https://a.example.org/?key=1', 'leave out the ? and what follows'],
    ['https://a.example.org?key=1', 'leave out the ? and what follows'],
    ['https://a.example.org/#top', 'leave out what begins with #'],
    ['a.example.org', 'it is relative'],
  ])('%s: %s', (url, why) => {
    expect(messages(url)).toEqual([expect.stringContaining(why)]);
  });
});

describe('as --service-url', () => {
  test.each(['https://a.example.org/\uFFFE', 'https://a.example.org/\u0001', 'https://a.example.org/?a=b', 'a b', ''])(
    '%j is refused',
    async (url) => {
      const written: string[] = [];
      const output = { write: (text: string) => void written.push(text), isTTY: false };
      const signal = new AbortController().signal;
      const io: Io = { cwd: '/nowhere', env: {}, stdout: output, stderr: output, terminal: null, signal };
      expect(await main(['build', '--service-url', url], io)).toBe(2);
      expect(written.join('')).toMatch(/^cartalog: .* is not an address like https:\/\/catalog\.example\.org\.\n$/);
    },
  );
});
