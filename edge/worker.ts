/** The host runs this module. The build adds a line before it that defines `PUBLISHED`. */
import type { Published } from '../contract/interface/published.ts';
import { createHandler } from './handler.ts';

declare const PUBLISHED: Published;

export default createHandler(PUBLISHED);
