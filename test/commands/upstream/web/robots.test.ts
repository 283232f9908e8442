import { describe, expect, test } from 'vitest';
import { parseRobotsRules } from '../../../../commands/upstream/web/robots.ts';
import { HANGS, inTime } from '../../../support/in-time.ts';

const rules = (text: string) => parseRobotsRules('https://example.org/robots.txt', text);
const allows = (text: string, path: string): boolean =>
  rules(text).refusal(new URL(path, 'https://example.org')) === null;

describe('parseRobotsRules', () => {
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

  test.each([
    ['of the same rules', `User-agent: *\n`, `Disallow: /a\n`],
    ['of programs that are not ours', 'User-agent: other\n', 'Disallow: /a\n'],
  ])('do not take long where a group has many lines %s', HANGS, async (_, agent, rule) => {
    const text = `${agent.repeat(15_000)}User-agent: cartalog\n${rule.repeat(15_000)}`;
    await inTime(() => expect([allows(text, '/a'), allows(text, '/b')]).toEqual([false, true]));
  });

  test('keep groups apart', () => {
    const ours = 'User-agent: a\nUser-agent: b # c\n\n# and\nUSER-AGENT : Cartalog/2.0\nDisallow: /a\n';
    const others = 'User-agent: b\nDisallow: /b\nUser-agent: *\nUser-agent: c\nDisallow: /c\n';
    expect(['/a', '/b', '/c'].map((path) => allows(ours + others, path))).toEqual([false, true, true]);
    expect(['/a', '/b', '/c'].map((path) => allows(others, path))).toEqual([true, true, false]);
  });

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
