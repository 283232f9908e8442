/** Every document of the interface in every rendition, as files. */
import { fileOf, RENDITIONS, type RenditionName, renditionsOf } from '../../interface/renditions.ts';
import { pathOf, type RouteName } from '../../interface/routes.ts';
import type { Catalog } from '../model/catalog.ts';
import type { Asset } from './asset.ts';
import { categoryJson, dataSourceJson, editionJson, JSON_LISTS } from './json.ts';
import { type Link, linksFor } from './links.ts';

/** What turns a catalog into the documents of one rendition. A further rendition is one more of these. */
interface Renderer {
  readonly lists: { readonly [K in RouteName]?: (catalog: Catalog, link: Link) => string };
  readonly datasource: (datasource: Catalog['datasources'][number], link: Link) => string;
  readonly category: (category: Catalog['categories'][number], link: Link) => string;
  readonly edition: (edition: Catalog['editions'][number], link: Link) => string;
}

const JSON_RENDERER: Renderer = {
  lists: JSON_LISTS,
  datasource: dataSourceJson,
  category: categoryJson,
  edition: editionJson,
};

const RENDERERS: Readonly<Record<RenditionName, Renderer>> = { json: JSON_RENDERER, api: JSON_RENDERER };

/** Renders the documents, one at a time. */
export function* renderDocuments(catalog: Catalog): Generator<Asset> {
  for (const rendition of Object.keys(RENDITIONS) as RenditionName[]) {
    const renderer = RENDERERS[rendition];
    const link = linksFor(catalog.serviceUrl, RENDITIONS[rendition]);
    const isStored = (route: RouteName): boolean => renditionsOf(route).includes(rendition);
    const asset = (route: RouteName, id: string | number | undefined, content: string, origin: string): Asset => ({
      path: `${pathOf(route, id).slice(1)}${fileOf(route, rendition)}`,
      content,
      origin,
    });

    for (const [route, render] of Object.entries(renderer.lists) as [RouteName, (typeof JSON_LISTS)['service']][]) {
      if (isStored(route)) yield asset(route, undefined, render(catalog, link), ORIGINS[route] ?? 'site.yaml');
    }
    for (const datasource of isStored('datasource') ? catalog.datasources : []) {
      const origin = `datasources/${datasource.id}/datasource.yaml`;
      yield asset('datasource', datasource.id, renderer.datasource(datasource, link), origin);
    }
    for (const category of isStored('category') ? catalog.categories : []) {
      yield asset('category', category.id, renderer.category(category, link), 'categories.yaml');
    }
    for (const edition of isStored('edition') ? catalog.editions : []) {
      yield asset('edition', edition.id, renderer.edition(edition, link), `editions/${edition.id}.yaml`);
    }
  }
}

/** Where the content of each list comes from. */
const ORIGINS: Partial<Record<RouteName, string>> = {
  mapservers: 'mapservers',
  overlayservers: 'overlayservers',
  datasources: 'datasources',
  categories: 'categories.yaml',
  editions: 'editions',
};
