/** The host runs this module. The build writes the definition of `PUBLISHED` before it. */
import type { Published } from '../contract/interface/published.ts';
import { createHandler } from './handler.ts';

declare const PUBLISHED: Published;

export default createHandler(PUBLISHED);
