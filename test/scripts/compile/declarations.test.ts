import { expect, test } from 'vitest';
import { flatten } from '../../../scripts/compile/declarations.ts';

const ENTRY = `import { type A } from './a.ts';
export type { B } from './a.ts';
/** Does it. */
export declare function run(a: A): Options;
interface Options {
    readonly deep: 'Other' | Promise<boolean>;
}
export {};
`;

const A = `import { Other } from './none.ts';
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
`;

const flatOf = (files: Readonly<Record<string, string>>): string => flatten(new Map(Object.entries(files)), 'e.d.ts');

test('what an entry exports is one module, with all that it needs and nothing else', () => {
  // A module may call something of its own as another module calls what it exports.
  const other = 'interface A {\n    other: 1;\n}\nexport type Unused = A;\n';
  expect(flatOf({ 'b.d.ts': other, 'e.d.ts': ENTRY, 'a.d.ts': A })).toBe(`/** Does it. */
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
    readonly deep: 'Other' | Promise<boolean>;
}
/** A key of Other things. */
export type Kind = 'one-thing' | 'two';
`);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['a name that is nowhere', { 'e.d.ts': "export { gone } from './x.ts';", 'x.d.ts': '' }, /gone is not declared/],
  [
    'a name that means two things',
    {
      'e.d.ts': "import { B } from './b.ts';\nexport interface A {\n    b: B;\n}\n",
      'b.d.ts': 'interface A {\n    other: 1;\n}\nexport interface B {\n    a: A;\n}\n',
    },
    /^A means two things: in e\.d\.ts and in b\.d\.ts$/,
  ],
  ['a table without keys', { 'e.d.ts': 'export type A = keyof typeof NONE;\n' }, /NONE has no keys/],
])('%s is refused', (_, files, problem) => {
  expect(() => flatOf(files)).toThrow(problem);
});
