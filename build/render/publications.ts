/** All publications, in their order: some are made from files of earlier ones. */
import { MAP_PICTURES } from './aspects/map-picture.ts';
import { CHANGE_FEEDS } from './changes/change-feeds.ts';
import { CONFIGURATION } from './hosts/site-configuration.ts';
import {
  CATEGORY_PAGES,
  COMMON_PAGES,
  COVERAGE,
  DATA_SOURCE_LISTS,
  DATA_SOURCE_PAGES,
  MAP_PAGES,
  SITEMAP,
} from './pages/render-pages.ts';
import { OWN_PROGRAM_FILES, PROGRAM_LISTS } from './program-files.ts';
import { PUBLIC_FILES } from './public-files.ts';
import type { Publication } from './publication.ts';
import { MANIFEST } from './published-manifest.ts';
import { CATEGORY_DOCUMENTS, DATA_SOURCE_DOCUMENTS, EDITION_DOCUMENTS, HASHES, LISTS } from './v1/documents.ts';
import { OPENAPI } from './v1/openapi.ts';
import { WHOLE_CATALOG } from './v1/whole-catalog.ts';
import { MAP_DOCUMENTS } from './v2/map-documents.ts';
import { WITHDRAWN } from './v2/withdrawn.ts';

export const PUBLICATIONS: Readonly<Record<string, Publication>> = {
  DATA_SOURCE_DOCUMENTS,
  HASHES,
  DATA_SOURCE_LISTS,
  DATA_SOURCE_PAGES,
  MAP_PICTURES,
  COVERAGE,
  CATEGORY_PAGES,
  MAP_PAGES,
  PUBLIC_FILES,
  PROGRAM_LISTS,
  LISTS,
  CATEGORY_DOCUMENTS,
  EDITION_DOCUMENTS,
  OPENAPI,
  CHANGE_FEEDS,
  COMMON_PAGES,
  MAP_DOCUMENTS,
  WITHDRAWN,
  WHOLE_CATALOG,
  MANIFEST,
  SITEMAP,
  OWN_PROGRAM_FILES,
  CONFIGURATION,
};
