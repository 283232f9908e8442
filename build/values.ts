/**
 * The second entry point of `build/`: functions on values, without files, bytes or Node. Code that also runs in a
 * browser imports only this one.
 */
export { type Diagnostic, isError, messageOf, segmentsOf } from './diagnostics/diagnostic.ts';
export { newFileText } from './format/printer.ts';
export { type FileKind, fileNameFor, nameProblem, pathOfKind } from './read/layout.ts';
export { type Rule, type RuleOptions, runRules } from './rules/rule.ts';
export { SERVER_RULES } from './rules/server-rules.ts';
export { type Conversion, convert } from './tile-url/convert.ts';
export { describeNote, describeProblem, FLAGS, type Ways } from './tile-url/explanations.ts';
export { range } from './tile-url/template.ts';
export { Content, type Document } from './validate/content.ts';
export { validate } from './validate/validate.ts';
