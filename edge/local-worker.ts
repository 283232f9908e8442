/** The module that `cartalog serve` gives to the runtime. Lines before it define `PUBLISHED` and `ALLOWED_HOSTS`. */
import type { Published } from '../contract/published.ts';
import { createHandler } from './handler.ts';
import { localHandler } from './local-handler.ts';

declare const PUBLISHED: Published;
declare const ALLOWED_HOSTS: readonly string[];

export default localHandler(createHandler(PUBLISHED), ALLOWED_HOSTS);
