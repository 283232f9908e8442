/** What robots.txt allows. */
import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../../commands/web/robots.ts';

const rules = (text: string) => rulesOf('https://example.org/robots.txt', text);
const allows = (text: string, path: string): boolean =>
  rules(text).refusal(new URL(path, 'https://example.org')) === null;

describe('rulesOf', () => {
  test.each<[string, string, string, boolean]>([
    ['nothing', '', '/a', true],
    ['a page in place of rules', '<!doctype html><title>Welcome</title>', '/a', true],
    ['a rule for all', 'User-agent: *\nDisallow: /a', '/a/b', false],
    ['another path', 'User-agent: *\nDisallow: /a', '/b', true],
    ['an empty rule', 'User-agent: *\nDisallow:', '/a', true],
    ['the longest rule', 'User-agent: *\nDisallow: /\nAllow: /maps/', '/maps/a', true],
    ['patterns', 'User-agent: *\nDisallow: /*.zip$', '/a.zip', false],
    ['patterns that end', 'User-agent: *\nDisallow: /*.zip$', '/a.zip.txt', true],
    ['rules for others', 'User-agent: googlebot\nDisallow: /', '/a', true],
    ['rules for us', 'User-agent: *\nDisallow:\n\nUser-agent: Cartalog\nDisallow: /', '/a', false],
    ['rules for us instead of all', 'User-agent: *\nDisallow: /\n\nUser-agent: cartalog\nAllow: /', '/a', true],
    ['a mark at its beginning', '\uFEFFUser-agent: *\nDisallow: /', '/a', false],
    ['ends of lines of any kind', 'User-agent: *\r\nDisallow: /a\rDisallow: /b', '/b', false],
    ['encoded paths', 'User-agent: *\nDisallow: /ü', '/%C3%BC', false],
    ['queries', 'User-agent: *\nDisallow: /*?C=', '/maps/?C=N;O=D', false],
  ])('reads %s', (_, text, path, expected) => expect(allows(text, path)).toBe(expected));

  test('are for one server only', () => {
    const { refusal } = rules('User-agent: *\nAllow: /');
    expect(refusal(new URL('https://other.example.org/'))?.message).toBe('robots.txt does not allow it');
  });

  test.each([
    ['', 0],
    ['Crawl-delay: 10', 10_000],
    ['Crawl-delay: 0.5', 500],
    ['Crawl-delay: 86400', 30_000],
    ['Crawl-delay: -5', 0],
    ['Crawl-delay: Infinity', 30_000],
    ['Crawl-delay: much', 0],
  ])('the delay of "%s" is %i ms', (line, ms) => {
    expect(rules(`User-agent: *\n${line}\nDisallow: /a`).delayMs).toBe(ms);
  });
});
