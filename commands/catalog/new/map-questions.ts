/** The questions about a map of another type than those of `/v1/`. What its address says is their default. */
import type { Recognized } from '../../../build/tile-url/recognize.ts';
import type { NewType } from '../../../contract/map-types.ts';
import { mapIn } from './address-members.ts';
import type { Answers, Question } from './answers.ts';

/** What the address of the answers is of; null for any other address. */
function found(answers: Answers): Recognized | null {
  const its = mapIn(answers);
  return its && 'type' in its ? its : null;
}

/** A question whose answer may be in the address. */
function member(
  key: string,
  types: readonly NewType[],
  texts: Pick<Question, 'asks' | 'example'>,
  otherwise: string | null = '',
): Question {
  const applies = (answers: Answers): boolean => types.includes(found(answers)?.type as NewType);
  return {
    name: key,
    ...texts,
    keys: [key],
    applies,
    otherwise: (answers) => {
      const value = found(answers)?.members[key];
      return value === undefined ? (applies(answers) ? otherwise : '') : [value].flat().join(',');
    },
  };
}

const PICTURES: readonly NewType[] = ['tms', 'wms'];

const isOf = (types: readonly NewType[], answers: Answers): boolean => types.includes(found(answers)?.type as NewType);

/** The questions that only maps of these types have, by what they come after. */
export function mapQuestions(common: readonly Question[]): readonly Question[] {
  const own: readonly Question[] = [
    member('layers', ['wms'], { asks: 'Layers to draw, the lowest first', example: 'roads,names' }, null),
    member('styles', ['wms'], { asks: 'Style of each layer, if not the usual one', example: 'default' }),
    member('format', ['wms'], { asks: 'Format of the pictures', example: 'image/png' }, 'image/png'),
    // --version prints that of the program.
    {
      ...member('version', ['wms'], { asks: 'Version of WMS', example: '1.3.0' }, '1.3.0'),
      flag: 'wms-version',
    },
    member('crs', ['wms'], { asks: 'Projections that it draws in', example: 'EPSG:3857,EPSG:4326' }, null),
    member('schema', ['vector'], {
      asks: 'Names of the layers of its tiles, if you know them',
      example: 'openmaptiles',
    }),
  ];
  const changed = common
    .filter(({ name }) => !['name', 'subdomains', 'hosts'].includes(name))
    .map((question): Question => {
      if (question.name === 'id') return { ...question, example: 'Swiss Topo, vector', keys: ['name'] };
      if (question.name === 'url')
        return {
          ...question,
          asks: 'Address of a WMS, of tiles with {-y}, of a MapLibre style, a TileJSON, or a PMTiles archive',
          example: 'https://tiles.example.org/styles/bright.json',
          keys: ['type', 'service', 'style', 'tiles', 'url', 'hosts', 'urlPattern'],
        };
      if (question.name === 'min-zoom')
        return { ...question, otherwise: (answers) => (isOf(PICTURES, answers) ? '0' : '') };
      if (question.name !== 'max-zoom') return question;
      return {
        ...question,
        otherwise: (answers) => (isOf(['wms'], answers) ? '19' : isOf(['tms'], answers) ? null : ''),
        guess: (answers) =>
          isOf(['wms'], answers)
            ? 'maxZoom 19 is a guess: a WMS draws any zoom level; write the last that shows more than the one before.'
            : null,
      };
    });
  const at = changed.findIndex(({ name }) => name === 'url') + 1;
  const overlay: Question = {
    name: 'overlay',
    asks: 'whether it is drawn over another map',
    example: 'yes',
    keys: ['overlay'],
  };
  return [...changed.slice(0, at), ...own, ...changed.slice(at), overlay];
}
