/** The query parameter `format`. */
import { resourceAt } from '../../interface/routes.ts';
import { all, type Check, errorBody, header, status } from '../check.ts';
import { pathAsked } from '../http.ts';
import { linksIn } from '../records.ts';

const API = '?format=api';

export const formatChecks: readonly Check[] = [
  {
    id: 'format-json',
    statement: 'format=json gives what no format gives',
    clause: 'Design, answers',
    layer: 'edge',
    asks: ({ paths }) => paths.map((path) => ({ path: `${path}?format=json` })),
    expect: all(status(200), header('Content-Type', 'application/json'), async (answer, { send }) => {
      const plain = await send({ path: pathAsked(answer) });
      return [
        ...(plain.text === answer.text ? [] : ['the documents differ']),
        ...(plain.header('ETag') === answer.header('ETag') ? [] : ['the ETags differ']),
      ];
    }),
  },
  {
    id: 'format-api',
    statement: 'format=api gives the same shape, with links that end in ?format=api',
    clause: 'Specification, what the service does',
    layer: 'edge',
    asks: ({ paths }) => paths.map((path) => ({ path: path + API })),
    expect: all(status(200), header('Content-Type', 'application/json'), async (answer, { send }) => {
      const plain = await send({ path: pathAsked(answer) });
      const links = linksIn(answer.json());
      return [
        ...links.filter((link) => !link.endsWith(`/${API}`)),
        ...(answer.text.replaceAll(`/${API}"`, '/"') === plain.text ? [] : ['the documents differ in more than links']),
      ];
    }),
  },
  {
    id: 'format-api-links',
    statement: 'The links of format=api lead to the same resources',
    clause: 'Specification, what the service does',
    layer: 'edge',
    asks: ({ details }) =>
      (['datasource', 'category', 'edition'] as const).flatMap(details).map((path) => ({ path: path + API })),
    expect: all(status(200), (answer) => {
      const { id } = answer.json() as { id: unknown };
      return String(id) === resourceAt(pathAsked(answer))?.id ? [] : [`the id is ${id}`];
    }),
  },
  {
    id: 'format-unknown',
    statement: 'Any other format answers 404 with a detail',
    clause: 'Design, answers',
    layer: 'edge',
    asks: ({ paths }) =>
      paths.flatMap((path) =>
        ['html', 'JSON', '', '__proto__'].map((format) => ({ path: `${path}?format=${format}` })),
      ),
    expect: all(status(404), errorBody),
  },
  {
    id: 'other-parameters',
    statement: 'Other query parameters change nothing',
    clause: 'Specification, gaps',
    layer: 'both',
    asks: ({ lists }) => lists.map((path) => ({ path: `${path}?page=2` })),
    expect: all(status(200), async (answer, { send }) => {
      const plain = await send({ path: pathAsked(answer) });
      return plain.text === answer.text ? [] : ['the documents differ'];
    }),
  },
];
