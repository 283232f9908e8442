/** The module that the host runs. The build puts a line with the published catalog in front of it. */

import type { Published } from '../contract/published.ts';
import { createHandler } from './handler.ts';

declare const PUBLISHED: Published;

export default createHandler(PUBLISHED);
