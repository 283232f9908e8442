/** What editors change in the catalog while the days go by. */
import type { Change } from './simulate.ts';

/** A line of a record replaces the one with the same key. */
export const STORY: readonly Change[] = [
  {
    day: 1,
    message: 'Let the street map go to zoom level 19, as its provider says',
    files: { 'mapservers/street.yaml': 'maxZoom: 19' },
  },
  {
    day: 3,
    message: 'State the terms of Open maps',
    files: {
      'providers/open.yaml':
        'name: Open maps\nhomepage: https://open.example.org/\nterms: https://open.example.org/terms/\npictures: allowed\n',
    },
  },
  {
    day: 6,
    message: 'Call the dark map by its new name',
    files: { 'mapservers/street-dark.yaml': 'name: Midnight, a simulated map' },
  },
];
