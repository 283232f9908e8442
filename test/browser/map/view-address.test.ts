import { expect, test } from 'vitest';
import { EMPTY_VIEW, formatView, parseView, roundedPlace, type ViewState } from '../../../browser/map/view-address.ts';
import { LAST_ZOOM } from '../../../contract/maps/placeholders.ts';
import { fc } from '../../support/property.ts';
import { textsIn } from '../../support/words.ts';

const VIEW: ViewState = {
  place: { zoom: 6, latitude: 47.1, longitude: 8.2 },
  base: 'openstreetmap',
  over: [
    { name: 'hiking', opacity: 100 },
    { name: 'hillshade', opacity: 40 },
  ],
  with: ['topo', 'relief'],
};
const ADDRESS = 'map=6/47.10/8.20&base=openstreetmap&over=hiking,hillshade:40&with=topo,relief';

test('a view is written and read', () => {
  expect(formatView(VIEW)).toBe(ADDRESS);
  expect(parseView(`#${ADDRESS}`)).toEqual({ view: VIEW, near: null, nonsense: [], others: [] });
  expect(formatView(EMPTY_VIEW)).toBe('');
  expect(parseView('')).toEqual({ view: EMPTY_VIEW, near: null, nonsense: [], others: [] });
});

test.each(
  textsIn(`
    map=6/47.1 | map=31/47.1/8.2 | map=99/47.1/8.2 | map=6/91/8.2 | map=6/NaN/8.2 | map=-1/0/0 | map=1e3/0/0 | base=
    base=%E0%A4%A | over=a,,b | over=a:900 | over=a:0 | with=% | with=a,,b`),
)('nonsense is named, and the rest is read: %s', (part) => {
  const { view, nonsense } = parseView(`#${part}&base=topo`);
  expect(nonsense).toEqual([part]);
  expect(view).toEqual({ ...EMPTY_VIEW, base: 'topo' });
});

test('other parts of the address are kept', () => {
  const { view, others } = parseView('#q=topo&base=a&content');
  expect(others).toEqual(['q=topo', 'content']);
  expect(formatView(view, others)).toBe('q=topo&content&base=a');
});

test('the place of a search is no part of a view', () => {
  const near = { zoom: 9, latitude: 47.27, longitude: 11.39 };
  expect(parseView('#near=9/47.27/11.39')).toEqual({ view: EMPTY_VIEW, near, nonsense: [], others: [] });
  expect(parseView('#near=x').near).toBeNull();
});

test('a map is compared once', () =>
  expect(parseView('#base=a&with=b,c,b,d,e').view.with).toEqual(['b', 'c', 'd', 'e']));

test('an overlay is there once, and longitudes go around the world', () => {
  expect(parseView('#over=a:40,b,a').view.over.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(parseView('#map=2/10/190').view.place).toEqual({ zoom: 2, latitude: 10, longitude: -170 });
});

const name = fc.string({ minLength: 1, unit: 'grapheme' });
const anyView: fc.Arbitrary<ViewState> = fc.record({
  place: fc.option(
    fc
      .record({
        zoom: fc.integer({ min: 0, max: LAST_ZOOM }),
        latitude: fc.double({ min: -90, max: 90, noNaN: true }),
        longitude: fc.double({ min: -1000, max: 1000, noNaN: true }),
      })
      .map(roundedPlace),
  ),
  base: fc.option(name),
  over: fc.uniqueArray(fc.record({ name, opacity: fc.integer({ min: 10, max: 100 }) }), {
    selector: (one) => one.name,
  }),
  with: fc.uniqueArray(name),
});

test('every view comes back from its address', () =>
  fc.assert(
    fc.property(anyView, (view) => {
      expect(parseView(`#${formatView(view)}`)).toEqual({ view, near: null, nonsense: [], others: [] });
    }),
  ));

test('any text is read, and what is read of it can be written and read again', () => {
  const part = fc.oneof(
    fc.string(),
    fc.tuple(fc.constantFrom('map=', 'near=', 'base=', 'over=', 'with='), fc.string()),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const { view, others } = parseView(`#${parts.flat().join('&')}`);
      expect(parseView(`#${formatView(view, others)}`)).toEqual({ view, near: null, nonsense: [], others });
    }),
  );
});
