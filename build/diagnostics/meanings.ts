/** What each diagnostic code means, for the documentation: programs that only print messages do without. */
import { COPYRIGHT_KEYS } from '../../contract/copyright-keys.ts';
import { HOSTS } from '../../contract/hosts.ts';
import { INPUT_LIMITS, mebibytes } from '../../contract/limits.ts';
import { withThousands } from '../../contract/text.ts';
import type { Code } from './messages.ts';

const CLOUDFLARE = HOSTS.pages.limits;

/** The meaning of every code: why it is a problem, and what can be done about it. */
export const MEANINGS: Readonly<Record<Code, string>> = {
  'missing-file': 'A required file is not there.',
  'unexpected-file':
    'The file is where no catalog file belongs. Nothing in the catalog folder is ignored, so that a misspelt name never loses a record. Only names that begin with a dot are ignored.',
  'bad-file-name': `Names of files and folders become addresses and must work on every system that checks the catalog out: lower-case letters, digits and single hyphens, at most ${INPUT_LIMITS.nameLength}.`,
  'symbolic-link': 'A link could lead out of the catalog, and not every system supports links.',
  'special-file': 'Only ordinary files and folders belong in a catalog.',
  'unreadable-file': 'The system refused to read the file or folder.',
  'file-too-large': 'A file of this size could never be published.',
  'too-many-values': 'A file with so much in it could never be published.',
  'not-utf8': 'Catalog files are UTF-8 text. In most editors the encoding is chosen in "Save as".',
  'empty-file': 'A catalog file cannot be empty. For a list without entries write {} or [].',
  'yaml-syntax': 'The file cannot be read as YAML; often the indentation or a quote is wrong.',
  'too-deep': 'Very deep nesting is refused because it is always an accident or an attack.',
  'several-documents': 'A catalog file holds one YAML document.',
  'yaml-directive': 'Directives change how YAML is read: under %YAML 1.1, for example, yes means true.',
  'yaml-anchor':
    'Anchors (&name), aliases (*name) and merge keys (<<) hide the content of a record and are not part of the format. Aliases of a reported anchor are not reported again.',
  'yaml-tag': 'Tags (!name) are not part of the format.',
  'duplicate-key': 'With the same key twice, one of the values would be lost silently.',
  'key-not-text': 'A key that YAML reads as a number, a truth value or null needs quotes.',
  'lost-to-comment':
    'After a space, # begins a comment, so the value of "name: Map #1" is just "Map". A real comment has a space after its #.',
  'unknown-key': 'The key is not part of the format here; often it is misspelt.',
  'missing-key': 'A value that every such record needs is missing.',
  'wrong-type': 'A value of another kind is needed here.',
  'not-text':
    'Text that looks like a number, a date or a truth value must be in quotes. Otherwise 0123 loses its zero, 1e3 becomes 1000, and NO becomes false in some programs.',
  'bad-number':
    'Numbers are written in plain decimal digits and stay within what every JSON reader can hold (2^53 - 1).',
  'not-allowed': 'Only certain values are possible here.',
  'out-of-range': 'The number is outside the range that makes sense here.',
  'empty-value': 'A text or list that must have content is empty.',
  'too-long': 'The text is longer than map programs can be expected to show or store.',
  'too-many': 'A list or mapping has more in it than any real catalog needs; it is always an accident or an attack.',
  'repeated-item': 'A list has the same item twice.',
  'bad-text': 'Names and labels have no space at either end and no control characters.',
  'bad-id': 'Ids of data sources and editions are part of their address.',
  'bad-host': 'A host name is written alone, in lower case: no https://, no port, no path, no space.',
  'bad-url':
    'Addresses are absolute and begin with https:// or http://. A baseUrl also ends in / (or =), because the path of a file is added to it.',
  'bad-path':
    'Paths are relative, with / between their parts. Map programs store files under them, so a path that could lead out of their folder (.., a leading /, a drive letter, a backslash) is refused, and so is one that an address or a disk changes (#, ?, :, %2F, NUL), and one below another file of the data source.',
  'bad-timestamp': 'Times are in UTC, to the second, and exist in the calendar.',
  'bad-sha1': 'A SHA-1 is 40 upper-case hexadecimal digits in quotes, or null.',
  'bad-pattern': 'A urlPattern is the address of a tile, from http:// or https:// to its end.',
  'unknown-placeholder': 'Only #{host}, #{zoom}, #{tilex}, #{tiley} and #{language} are filled in by map programs.',
  'foreign-pattern':
    'Leaflet, JOSM and other programs write {s}, {z}, {x} and {y}; the catalog writes #{host}, #{zoom}, #{tilex} and #{tiley}, and lists the hosts separately. The message offers the address in that form; cartalog new does the same for a new file.',
  'missing-placeholder': 'Without #{host}, #{zoom}, #{tilex} and #{tiley} every tile would have the same address.',
  'bad-token-name':
    'A urlPattern may name an environment variable that holds an access token. Its value is published, so only names that end in _KEY or _TOKEN are read, but not those that hosts and build systems use for their own secrets (CLOUDFLARE_…, GITHUB_…).',
  'unlisted-token':
    'Only the environment variables that accessTokens in site.yaml lists are read, because their values are published: whoever reviews a change of that list decides which of them the catalog gives away.',
  'duplicate-id': 'Ids are unique in their list.',
  'similar-id': 'People, and some systems, cannot distinguish two ids that look alike.',
  'similar-path': 'On disks that ignore such differences, as those of Windows and macOS do, the two would be one file.',
  'zoom-range': 'The lowest zoom level cannot be above the highest.',
  'probe-zoom': 'A place to probe can be asked for only at a zoom level that the server has tiles for.',
  'same-server':
    'Two tile servers of one list with different ids have the same tiles. People would see the same map twice.',
  'pasted-key':
    'An access key that is written into the catalog can be read by everybody, also in the history of the repository. In a urlPattern, write the name of an environment variable instead; a maintainer adds the key to the secrets of the repository. Other addresses have no such placeholders and must work without a key. If the key has been pushed already, have its provider replace it.',
  'private-address': 'Map programs everywhere use the catalog, so its servers need public addresses.',
  'nested-base-url':
    'Map programs report a download by its address, and take the first data source whose baseUrl it begins with for the one that it belongs to. If one baseUrl begins with another, that may be the wrong one.',
  'odd-character':
    'Typographic quotes, no-break spaces and invisible characters usually come from copying text. They look like plain ones, but searching and comparing treats them as different.',
  'copyright-sign': 'The field is a short label, such as OpenStreetMap, without a copyright sign.',
  'unknown-terms': `The field is free text, so this may be right. The best-known map program, RouteConverter, finds terms of use only for these labels, in any case: ${COPYRIGHT_KEYS.join(', ')}. Write one of them if the tiles are under the terms of that provider, and nothing else in the field; otherwise leave it as it is. One warning covers all labels; with --verbose each is listed.`,
  'unset-token':
    'Without the access token, tiles of this server cannot be fetched. Fine for trying things out, and in a pull request: before a new one is published, a maintainer adds it to the secrets of the repository and to .github/workflows/publish.yml. One warning covers all of them; with --verbose each is listed.',
  'required-token': 'Publishing needs every access token that a urlPattern names.',
  'checksum-order':
    'A checksum history is ordered by lastModified, oldest first: map programs show the last one. Of each history only the first checksum that is out of order is reported.',
  'repeated-checksum': 'The same lastModified, contentLength and sha1 twice in one history.',
  'box-upside-down': 'The northern edge of a bounding box cannot be south of its southern edge.',
  'box-swapped':
    'A bounding box whose western edge is east of its eastern one crosses the 180th meridian, which is allowed. It is reported where it would then cover more than half of the globe.',
  'unknown-parent': 'The parent of a category must be in the list.',
  'parent-cycle': 'Following the parents of a category must end at a root.',
  'unknown-datasource': 'An edition names data sources by the names of their folders below datasources/.',
  'removal-not-done':
    'removals.yaml lists what is removed. If an entry names something that is in the catalog, that could later be removed without anybody noticing.',
  'removal-without-effect':
    'An entry of removals.yaml has an effect only in the change that removes something. Afterwards it can be deleted.',
  'more-errors': `Of one file ${withThousands(INPUT_LIMITS.reported)} errors are reported, and how many more there are. So many usually have one cause.`,
  'more-warnings': `Of one file ${withThousands(INPUT_LIMITS.reported)} warnings are reported, and how many more there are.`,
  'not-in-form':
    'Every catalog file has a standard form: order of keys and paths, quotes, one checksum per line. So a pull request shows only what it changes. "cartalog format" writes it and keeps comments; "cartalog format --check" reports this error at the first line that differs.',
  'document-too-large': `Cloudflare takes no file over ${mebibytes(CLOUDFLARE.fileBytes ?? 0)} MiB.`,
  'too-many-files': `Cloudflare takes at most ${withThousands(CLOUDFLARE.files ?? 0)} files on its free plan. Where yours takes more, say how many with "maxFiles" in site.yaml; where it does not, "pages: false" there, or "build --no-pages", leaves out the web pages; a server of your own, and buckets like S3, have no such limit: "target" names the kind of host.`,
  'too-many-header-rules': `Cloudflare takes at most ${CLOUDFLARE.headerRules} rules in _headers. Those of single data sources and editions that do not fit are kept in the edge handler, so only the file _headers of the program itself can have too many.`,
  'header-line-too-long': `Cloudflare takes no line over ${withThousands(CLOUDFLARE.headerLine ?? 0)} characters in _headers.`,
};
