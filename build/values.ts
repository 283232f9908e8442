/**
 * The second door of `build/`: what works on values alone, without files, bytes or Node. What also runs in a browser
 * imports this one, which loads nothing else.
 */
export { type Diagnostic, isError, messageOf, segmentsOf } from './diagnostics/diagnostic.ts';
export { type FileName, newFileText } from './format/printer.ts';
export { resolvePlain } from './parse/scalars.ts';
export { type FileKind, fileNameFor, nameProblem, pathOfKind, type SchemaName, schemaOf } from './read/layout.ts';
export type { SourceFile } from './read/read.ts';
export { type Rule, type RuleOptions, runRules } from './rules/rule.ts';
export { SERVER_RULES } from './rules/server-rules.ts';
export { type Conversion, convert } from './tile-url/convert.ts';
export { describeNote, describeProblem, FLAGS, type Ways } from './tile-url/explanations.ts';
export { range } from './tile-url/template.ts';
export { Content, type Document } from './validate/content.ts';
export { validate } from './validate/validate.ts';
