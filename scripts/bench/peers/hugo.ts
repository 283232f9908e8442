/** Hugo: the catalog is its data folder, and a file without a text for each document says which template makes it. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Peer } from './peer.ts';
import { writeProject } from './peer-project.ts';

const CONFIGURATION = `baseURL = "https://catalog.example.org/"
disableKinds = ["home", "taxonomy", "term", "RSS", "sitemap", "robotsTXT", "404"]
timeout = "10m"
[outputs]
page = ["json"]
section = ["json"]
`;

const LINK = 'https://catalog.example.org/v1';

/** Templates of Go, by the name of the layout. */
const LAYOUTS: Readonly<Record<string, string>> = {
  service: `{
{{- range $index, $list := slice "mapservers" "overlayservers" "datasources" "categories" "editions" -}}
{{ if $index }},{{ end }}{{ $list | jsonify }}:{{ printf "${LINK}/%s/" $list | jsonify }}
{{- end }}}`,
  servers: `{{ $servers := slice }}
{{- range index site.Data .Params.list -}}
{{ $hosts := slice }}{{ range .hosts }}{{ $hosts = $hosts | append (dict "host" .) }}{{ end }}
{{- $servers = $servers | append (merge . (dict "active" true "hosts" $hosts)) -}}
{{ end }}{{ $servers | jsonify }}`,
  links: `{{ $list := .Params.list }}{{ $links := slice }}
{{- range $id, $_ := index site.Data $list -}}
{{ $links = $links | append (dict "id" $id "url" (printf "${LINK}/%s/%s/" $list $id)) }}
{{- end }}{{ $links | jsonify }}`,
  datasource: `{{ $source := index site.Data.datasources .Params.key }}{{ $facts := $source.datasource -}}
{"id":{{ .Params.key | jsonify }},"name":{{ $facts.name | jsonify }},"baseUrl":{{ $facts.baseUrl | jsonify }},
"directory":{{ $facts.directory | jsonify }},"action":{{ $facts.action | jsonify }}
{{- range slice "files" "maps" "themes" }},{{ . | jsonify }}:{ {{- $isNext := false }}
{{- range $path, $entry := index $source . }}{{ if $isNext }},{{ end }}{{ $isNext = true }}{{ $path | jsonify -}}
:{"checksums":{{ with $entry.checksums }}{{ jsonify . }}{{ else }}[]{{ end -}}
,"fragments":{{ with $entry.fragments }}{{ jsonify . }}{{ else }}{}{{ end }}
{{- with $entry.boundingbox }},"boundingbox":{{ jsonify . }}{{ end }}}
{{- end }}}{{ end }}}`,
  categories: `{{ $links := slice }}
{{- range site.Data.categories }}{{ $links = $links | append (dict "name" .name "url" (printf "${LINK}/categories/%d/" .id)) }}
{{- end }}{{ $links | jsonify }}`,
  category: `{{ $tree := partialCached "tree.html" . }}{{ $id := .Params.key }}{{ $own := index $tree.own $id -}}
{"id":{{ $own.id }},"name":{{ $own.name | jsonify }},"url":{{ printf "${LINK}/categories/%s/" $id | jsonify }},"parent":
{{- with $own.parent }}{{ printf "${LINK}/categories/%d/" . | jsonify }}{{ else }}null{{ end }},"categories":[
{{- range $index, $child := index $tree.children $id }}{{ if $index }},{{ end -}}
{"name":{{ .name | jsonify }},"url":{{ printf "${LINK}/categories/%d/" .id | jsonify }}}
{{- end }}]}`,
  edition: `{{ $edition := index site.Data.editions .Params.key }}{{ $sources := slice }}
{{- range $edition.datasources }}{{ $sources = $sources | append (dict "id" . "url" (printf "${LINK}/datasources/%s/" .)) }}{{ end }}
{{- dict "id" .Params.key "name" $edition.name "url" (printf "${LINK}/editions/%s/" .Params.key) "datasources" $sources | jsonify }}`,
};

/** The categories by id, and their children by the id of the parent; made once. */
const TREE = `{{ $tree := newScratch }}
{{- $children := newScratch }}
{{- range site.Data.categories }}{{ $tree.SetInMap "own" (string .id) . }}{{ end }}
{{- range site.Data.categories }}{{ $category := . }}{{ with .parent }}{{ $children.Add (string .) (slice $category) }}{{ end }}{{ end }}
{{- return dict "own" ($tree.Get "own") "children" $children.Values }}`;

/** Hugo, as the machine has it: of Debian, for example. */
export const HUGO: Peer = {
  name: 'Hugo',
  install(folder, catalog) {
    const version = /v[\d.]+/.exec(spawnSync('hugo', ['version'], { encoding: 'utf8' }).stdout ?? '')?.[0];
    if (version === undefined) return 'there is no hugo on this machine';
    cpSync(catalog, join(folder, 'data'), { recursive: true });
    const { load } = createRequire(import.meta.url)('js-yaml');
    const pages: Record<string, string> = {};
    const page = (path: string, layout: string, parameters: Record<string, string> = {}): void => {
      pages[`content/v1/${path}.md`] = `---\n${JSON.stringify({ type: 'catalog', layout, ...parameters })}\n---\n`;
    };
    page('_index', 'service');
    for (const list of ['mapservers', 'overlayservers']) page(`${list}/_index`, 'servers', { list });
    for (const list of ['datasources', 'editions']) page(`${list}/_index`, 'links', { list });
    page('categories/_index', 'categories');
    for (const key of readdirSync(join(catalog, 'datasources'))) page(`datasources/${key}`, 'datasource', { key });
    for (const { id } of load(readFileSync(join(catalog, 'categories.yaml'), 'utf8'))) {
      page(`categories/${id}`, 'category', { key: String(id) });
    }
    for (const name of readdirSync(join(catalog, 'editions'))) {
      const key = name.replace('.yaml', '');
      page(`editions/${key}`, 'edition', { key });
    }
    const layouts = Object.entries(LAYOUTS).map(([name, text]) => [`layouts/catalog/${name}.json`, text]);
    writeProject(folder, {
      'config.toml': CONFIGURATION,
      'layouts/partials/tree.html': TREE,
      ...Object.fromEntries(layouts),
      ...pages,
    });
    const cache = ['--cacheDir', join(folder, 'cache')];
    return {
      name: `Hugo ${version.slice(1)}`,
      build: (out) => ({
        program: 'hugo',
        args: ['--quiet', '--destination', out, ...cache],
        folder,
      }),
      serving: {
        serve: (port) => ({
          program: 'hugo',
          // Its fast mode renders only pages that somebody has opened in a browser.
          args: ['server', '--disableFastRender', '--port', String(port), ...cache],
          folder,
        }),
        catalog: join(folder, 'data'),
        path: '/v1/mapservers/index.json',
      },
    };
  },
};
