import { describe, expect, test } from 'vitest';
import { prefersXml } from '../../edge/accept.ts';
import { inTime } from '../support/in-time.ts';
import { textsIn } from '../support/words.ts';

describe('prefersXml', () => {
  test.each(
    textsIn(`
    application/xml | text/xml | TEXT/XML | application/xml, */*;q=0.8 | application/xml;q=0.9, application/json;q=0.8
    application/json;q=0.5,text/xml;q=0.51 | application/json;q=0, */* | application/xml;charset=utf-8;q=0.4
    application/xml;profile="a,b;q=0";q=1, application/json;q=0.9 | application/xml, text/html | application/xml;q=0.3
    application/xml; q=0.5 , text/plain; q=0.2 | nonsense, application/xml
    application/json;q=2, application/xml;q=0.1`),
  )('%s: yes', (accept) => expect(prefersXml(accept)).toBe(true));

  test.each([
    null,
    '',
    ...textsIn(`
    */* | application/* | text/* | application/json | application/json, application/xml
    application/xml, application/json | application/xml;q=0.8, application/json;q=0.8 | application/xml;q=0
    application/xml;q=0, */* | application/xml;q=0.5, */*
    text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8
    text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8
    text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2 | application/atom+xml | image/svg+xml, application/xml;q=0.5
    application/xml;q=x | application/xml;q=1.5 | xml | "application/xml | ,,;;,`),
  ])('%s: no', (accept) => expect(prefersXml(accept)).toBe(false));

  test('a very long header takes no more time', () =>
    inTime(() => {
      prefersXml('"'.repeat(100_000));
      prefersXml(`${'a/b;q=0.5,'.repeat(50_000)}`);
    }));
});
