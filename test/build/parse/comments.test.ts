import { describe, expect, test } from 'vitest';
import { findComments, findLostText } from '../../../build/parse/comments.ts';
import { eventsOf } from '../../../build/parse/events.ts';

/** The texts that are reported as lost. */
function lostIn(text: string): string[] {
  return findLostText(text, eventsOf(text)).map(({ start, end }) => text.slice(start, end));
}

describe('findLostText', () => {
  test.each<[text: string, lost: string[]]>([
    ['name: Map #1\n', ['#1']],
    ['name: Map #1', ['#1']],
    ['name: Map\t#1\r\nid: One #2\r\n', ['#1', '#2']],
    ['name: #1\n', ['#1']],
    ['urlPattern: #{host}/#{zoom}\nid: x\n', ['#{host}/#{zoom}']],
    ['- a #b\n- #c\n- d\n', ['#b', '#c']],
    ['a: { b: c #d\n }\n', ['#d']],
    ['a: b #c #d\n', ['#c #d']],
  ])('%j loses %j', (text, lost) => {
    expect(lostIn(text)).toEqual(lost);
  });

  test.each([
    'name: Map # one\n',
    'name: Map #\n',
    'name: Map #!one\n',
    'name: Map ## one\n',
    '#one\nname: Map\n',
    '  #one\nname: Map\n',
    'name: "Map #1"\n',
    "name: 'Map #1'\n",
    'name: "Map" #one\n',
    'hosts: [a, b] #both\n',
    'hosts: #both\n  - a\n  - b\n',
    'name: Map#1\n',
    'name: |\n  Map #1\n  more #2\n',
    'name: >\n  Map #1\n',
    'name: "one\n  two #2"\n',
    'name: Map # see #12\n',
    '{ "a #b": c }\n',
    '',
  ])('%j loses nothing', (text) => {
    expect(lostIn(text)).toEqual([]);
  });
});

describe('findComments', () => {
  test.each<[text: string, comments: string[]]>([
    ['#one\nname: Map # two\n', ['#one, alone', '# two']],
    ['- # one\n  a\n- b\n', ['# one, alone']],
    ['? # one\n  a\n: # two\n  b\n', ['# one, alone', '# two, alone']],
    ['a: # one\r\n  b\r#two', ['# one', '#two, alone']],
    ['a: "b #c" # d\n', ['# d']],
    ["a: 'b\n  #c' # d\n", ['# d']],
    ['a: |\n  b #c\n  #d\n# e\n', ['# e, alone']],
    ['a: [b, #c\n  d] #e\n', ['#c', '#e']],
    ['a: !t#x b#c #d\n', ['#d']],
    ['a: b\n', []],
  ])('%j', (text, comments) => {
    const found = [...findComments(text, eventsOf(text))];
    expect(found.map(({ start, end, isAlone }) => text.slice(start, end) + (isAlone ? ', alone' : ''))).toEqual(
      comments,
    );
  });
});
