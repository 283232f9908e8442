/** The host runs this module, before which the build defines `PUBLISHED`. */
import type { Published } from '../contract/interface/published.ts';
import { createHandler } from './handler.ts';

declare const PUBLISHED: Published;

export default createHandler(PUBLISHED);
