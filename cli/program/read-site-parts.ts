import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageParts, PublicFile, SiteParts } from '../../build/render/site-parts.ts';
import { V1_SCHEMAS_PATH } from '../../contract/interface/v1-schemas.ts';
import { V2_SCHEMAS_PATH } from '../../contract/interface/v2-files.ts';
import { ASSETS_FOLDER } from '../../contract/pages/pages.ts';
import { publicFileAt, readPublicFiles } from '../files/static-files.ts';
import { PACKAGE_ROOT } from './package.ts';

export function readSiteParts(): SiteParts {
  const text = (path: string): string => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
  return {
    headers: text('_headers'),
    handler: text('lib/edge.js'),
    publicFiles: [...readPublicFiles(join(PACKAGE_ROOT, 'public')), ...readSchemas()],
    page: readPageParts(),
  };
}

function readPageParts(): PageParts {
  const folder = join(PACKAGE_ROOT, 'lib', 'browser');
  const { style, scripts, ofMap, places, frame } = JSON.parse(readFileSync(join(folder, 'entries.json'), 'utf8'));
  const names = readdirSync(folder).filter((name) => name !== 'entries.json');
  const files = names.sort().map((name) => publicFileAt(ASSETS_FOLDER + name, join(folder, name)));
  const paths = Object.entries<string>(scripts).map(([page, name]) => [page, ASSETS_FOLDER + name]);
  const { main: script, ...others } = Object.fromEntries(paths);
  const framed = { script: ASSETS_FOLDER + frame.script, style: ASSETS_FOLDER + frame.style };
  return {
    script,
    style: ASSETS_FOLDER + style,
    frame: framed,
    scripts: others,
    ofMap: ofMap.map((name: string) => ASSETS_FOLDER + name),
    places: ASSETS_FOLDER + places,
    files,
  };
}

function readSchemas(): PublicFile[] {
  const published = [
    ['v1', V1_SCHEMAS_PATH],
    ['v2', V2_SCHEMAS_PATH],
    ['catalog', `${V1_SCHEMAS_PATH}/catalog`],
  ] as const;
  return published.flatMap(([set, path]) => {
    const folder = join(PACKAGE_ROOT, 'schemas', set);
    const files = readdirSync(folder).filter((name) => /\.(?:json|xsd)$/.test(name));
    return files.sort().map((name) => publicFileAt(`${path}/${name}`.slice(1), join(folder, name)));
  });
}
