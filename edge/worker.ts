/** The module that the host runs. The build puts a line with the published catalog in front of it. */
import { createHandler } from './handler.ts';
import type { Published } from './published.ts';

declare const PUBLISHED: Published;

export default createHandler(PUBLISHED);
