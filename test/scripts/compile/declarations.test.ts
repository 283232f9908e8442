import { expect, test } from 'vitest';
import { flatten } from '../../../scripts/compile/declarations.ts';

const files = (texts: Record<string, string>): Map<string, string> => new Map(Object.entries(texts));

test('what an entry exports is one module, with all that it needs and nothing else', () => {
  const flat = flatten(
    files({
      'entry.d.ts': `import { type A } from './a.ts';
export type { B } from './a.ts';
/** Does it. */
export declare function run(a: A): Options;
interface Options {
    readonly deep: boolean;
}
export {};
`,
      'a.d.ts': `import { Other } from './none.ts';
/** One. */
export interface A {
    readonly kind: Kind;
}
/** Two. */
export type B = {
    readonly x: 1;
}
/** With more. */
 | {
    readonly y: 2;
};
/** Nobody asks for it. */
export interface Other {
    readonly kind: Kind;
}
declare const TABLE: {
    readonly 'one-thing': {
        readonly inner: 1;
    };
    readonly two: 2;
};
/** A key of Other things. */
export type Kind = keyof typeof TABLE;
`,
    }),
    'entry.d.ts',
  );
  expect(flat).toBe(`/** Does it. */
export declare function run(a: A): Options;
/** Two. */
export type B = {
    readonly x: 1;
}
/** With more. */
 | {
    readonly y: 2;
};
/** One. */
export interface A {
    readonly kind: Kind;
}
export interface Options {
    readonly deep: boolean;
}
/** A key of Other things. */
export type Kind = 'one-thing' | 'two';
`);
});

test('all parts of an overloaded function are kept', () => {
  const text = 'export declare function f(a: 1): 1;\nexport declare function f(a: 2): 2;\n';
  expect(flatten(files({ 'e.d.ts': text }), 'e.d.ts')).toBe(text);
});

test('what the project exports comes before what one of its modules calls the same', () => {
  const flat = flatten(
    files({
      'e.d.ts': "import type { A } from './a.ts';\nexport type B = A;\n",
      'a.d.ts': 'export type A = 1;\n',
      'b.d.ts': 'type A = 2;\nexport {};\n',
    }),
    'e.d.ts',
  );
  expect(flat).toBe('export type B = A;\nexport type A = 1;\n');
});

test.each<[string, Record<string, string>, RegExp]>([
  ['an entry that was not written', {}, /wrote no e\.d\.ts/],
  ['a name that is nowhere', { 'e.d.ts': "export { gone } from './x.ts';", 'x.d.ts': '' }, /gone is not declared/],
  ['a module that is nowhere', { 'e.d.ts': "export { gone } from './x.ts';" }, /the compiler wrote no x\.d\.ts/],
  [
    'a name that means two things',
    {
      'e.d.ts': "import { B } from './b.ts';\nexport interface A {\n    b: B;\n}\n",
      'b.d.ts': 'interface A {\n    other: 1;\n}\nexport interface B {\n    a: A;\n}\n',
    },
    /^A means two things: in e\.d\.ts and in b\.d\.ts$/,
  ],
  ['a table without keys', { 'e.d.ts': 'export type A = keyof typeof NONE;\n' }, /NONE has no keys/],
])('%s is refused', (_, texts, problem) => {
  expect(() => flatten(files(texts), 'e.d.ts')).toThrow(problem);
});

test('a name that means something else in a module which is not needed does not matter', () => {
  const texts = {
    'e.d.ts': "import { B } from './b.ts';\nexport interface A {\n    b: B;\n}\n",
    'b.d.ts': "import { A } from './a.ts';\nexport interface B {\n    x: 1;\n}\nexport type Unused = A;\n",
    'a.d.ts': 'export interface A {\n    other: 1;\n}\n',
  };
  expect(flatten(files(texts), 'e.d.ts')).not.toContain('other');
});
