/** What a page says of a new tile server is what `cartalog new` says of it, and what it shows is what that writes. */
import { expect, test } from 'vitest';
import { newFileText } from '../../../../build/format/printer.ts';
import { formatYaml } from '../../../../build/format/standard-text.ts';
import { catalogModelOf } from '../../../../build/model/model.ts';
import { checkCatalog } from '../../../../build/run/check-in-memory.ts';
import { FLAG_WAYS } from '../../../../build/tile-url/explanations.ts';
import type { Answers } from '../../../../commands/catalog/new/answers.ts';
import { newRecordReviewer } from '../../../../commands/catalog/new/new.ts';
import { mapReviewer } from '../../../../commands/catalog/new/new-map.ts';
import { type Files, memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { OPTIONS } from '../../../support/check.ts';
import { CONTEXT, SERVER } from '../../../support/new-answers.ts';
import { anyCharacter, fc } from '../../../support/property.ts';

const FILES: Files = {
  ...SMALL,
  'providers/good.yaml': 'name: Good\nhomepage: https://good.example.org/\n',
  'site.yaml': `${SMALL['site.yaml']}accessTokens: [KEYED_API_KEY, OTHER_TOKEN]\n`,
  'mapservers/keyed.yaml':
    'id: Keyed\nname: Keyed\nminZoom: 0\nmaxZoom: 19\nhosts: [keyed.example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}?key=${KEYED_API_KEY}\ncopyright: Esri\n',
};
const FOLDER = memoryFolder(FILES);
const { known } = catalogModelOf(checkCatalog(FOLDER, OPTIONS).content, { serviceUrl: null, environment: {} });
const onPage = mapReviewer(known, FLAG_WAYS);

type Kind = 'mapserver' | 'overlayserver';

function both(role: Kind, answers: Answers, fileName: string | null = null) {
  const context = { ...CONTEXT, fileName, folder: FOLDER, environment: {}, prefix: 'catalog/' };
  const { draft, notes, problems } = newRecordReviewer(role, context).review(answers);
  const page = onPage({ role, fileName, answers });
  return { command: { draft, notes, problems }, page };
}

test.each<[Kind, Answers, string | null]>([
  ['mapserver', SERVER, null],
  ['overlayserver', SERVER, null],
  ['mapserver', { ...SERVER, shows: 'cycling', covers: 'ch, LI', provider: 'good' }, null],
  ['mapserver', { ...SERVER, shows: 'bikes', covers: 'World', provider: 'No Such' }, null],
  ['mapserver', { ...SERVER, covers: 'Switzzerland' }, null],
  ['mapserver', { ...SERVER, id: 'One' }, null],
  ['mapserver', { ...SERVER, id: 'One', 'min-zoom': '12', 'max-zoom': '5', name: 'a\tb' }, null],
  ['mapserver', { ...SERVER, id: 'one' }, 'another'],
  ['overlayserver', { ...SERVER, id: 'One' }, null],
  ['mapserver', { ...SERVER, id: ' ' }, null],
  ['mapserver', { ...SERVER, id: '地図' }, null],
  ['mapserver', { ...SERVER, id: '地図' }, 'chizu'],
  ['mapserver', { ...SERVER, id: 'con' }, null],
  ['mapserver', { ...SERVER, id: 'x'.repeat(300) }, 'x'],
  ['mapserver', SERVER, 'one'],
  ['mapserver', { ...SERVER, 'min-zoom': '10' }, null],
  ['mapserver', { ...SERVER, 'max-zoom': '9.5' }, null],
  ['mapserver', { ...SERVER, 'max-zoom': '99' }, null],
  ['mapserver', { ...SERVER, url: 'https://example.org/{q}' }, null],
  ['mapserver', { ...SERVER, url: 'https://example.org/{z}/{x}/{y}.{ext}' }, null],
  ['mapserver', { ...SERVER, url: 'ftp://example.org/{z}/{x}/{y}' }, null],
  ['mapserver', { ...SERVER, url: 'https://#{host}/{z}/{x}/{y}' }, null],
  ['mapserver', { ...SERVER, url: 'https://#{host}/{z}/{x}/{y}', hosts: 'a.example.org,b.example.org' }, null],
  ['mapserver', { ...SERVER, subdomains: 'abc' }, null],
  ['mapserver', { ...SERVER, url: 'https://{a,b}.example.org/#{zoom}/#{tilex}/#{tiley}.png' }, null],
  ['mapserver', { ...SERVER, url: 'https://b.example.org/#{zoom}/#{tilex}/#{tiley}.png', hosts: '' }, null],
  ['mapserver', { ...SERVER, url: 'https://t.example.org/{z}/{x}/{y}?apikey={apikey}' }, null],
  ['mapserver', { ...SERVER, url: 'https://keyed.example.org/{z}/{x}/{y}?apikey={apikey}' }, null],
  ['mapserver', { ...SERVER, url: 'https://t.example.org/{z}/{x}/{y}?apikey=0123456789abcdef0123456789abcdef' }, null],
  ['mapserver', { ...SERVER, url: 'tms[3,19]:https://t.example.org/{zoom}/{x}/{-y}.png' }, null],
  ['mapserver', { ...SERVER, url: 'https://t.example.org/{z}/{x}/{y}.png#frag' }, null],
  ['mapserver', { ...SERVER, copyright: '© OpenStreetMap' }, null],
  ['mapserver', { ...SERVER, name: 'a\tb' }, null],
])('%s %j in the file %s', (role, answers, fileName) => {
  const { command, page } = both(role, answers, fileName);
  const problems = command.problems.map(({ flag, message }) => ({ flag, message }));
  const inPage = page.problems.map(({ flag, message }) => ({
    flag,
    message: message.replace(
      /^the file of another map .*/,
      `catalog/${page.draft.path} already exists and was not changed`,
    ),
  }));
  expect({ ...page, problems: inPage }).toMatchObject({ ...command, problems, warnings: expect.any(Array) });
  if (page.problems.length === 0)
    expect(newFileText(page.draft, page.draft.record)).toBe(
      formatYaml(command.draft, JSON.stringify(command.draft.record)),
    );
});

test.each([
  ['copyright', '© OpenStreetMap', 'OpenStreetMap'],
  ['copyright', '<a href="https://a.org">Survey</a>, Dept. 3', 'Survey, Dept. 3'],
  ['licence', 'creativecommons.org/licenses/by/4.0/deed.de', 'CC-BY-4.0'],
  ['terms', 'www.example.net/terms', 'https://www.example.net/terms'],
  ['terms', 'ask us', 'ask us'],
])('of the %s %s, %s is written', (name, answer, written) => {
  const { draft } = onPage({ role: 'mapserver', fileName: null, answers: { ...SERVER, [name]: answer } });
  expect(draft.record).toMatchObject({ [name]: written });
});

test.each([
  ['OpenStretMap contributors', 'OpenStreetMap contributors'],
  ['the open street map data (ODbL)', 'the OpenStreetMap data (ODbL)'],
  ['Openstreet Map', 'OpenStreetMap'],
  ['Thunderforst', 'Thunderforest'],
  ['Esri maps', 'Esri'],
  ['OpenStreetMap contributors', null],
  ['OpenStreetMap contributors, SRTM', null],
  ['© OpenStreetMap contributors', null],
  ['© OpenStreetMap contributors (ODbL)', null],
  ['© OpenStreetMap', null],
  ['© OpenStreetMap-Mitwirkende', null],
  ['&copy; <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors', null],
  ['© [OpenStreetMap](https://www.openstreetmap.org/copyright) contributors', null],
  ['OSM contributors', null],
  ['Esri, OpenStreetMap contributors', null],
  ['data by the openstreetmap contributors (ODbL)', null],
  ['Somebody else', null],
  ['OpenStreetMap', null],
])('the copyright %s is probably meant to be %s', (copyright, nearest) => {
  const { warnings, nearestCredit } = onPage({ role: 'mapserver', fileName: null, answers: { ...SERVER, copyright } });
  expect(warnings).toEqual([]);
  expect(nearestCredit).toBe(nearest);
});

test('any text in a new file is what the formatter makes of it', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 20 }),
    fc.constantFrom('', '1', 'no', '~', '- a', 'a: b', 'ü'),
  );
  const record = fc.record({
    id: text,
    minZoom: fc.integer({ min: -5, max: 40 }),
    active: fc.boolean(),
    hosts: fc.array(text, { minLength: 1, maxLength: 3 }),
    urlPattern: text,
  });
  fc.assert(
    fc.property(record, (fields) => {
      const draft = { role: 'mapserver', path: 'mapservers/new.yaml', record: fields } as const;
      expect(newFileText(draft, draft.record)).toBe(formatYaml(draft, JSON.stringify(draft.record)));
    }),
  );
});
