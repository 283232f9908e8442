import { expect, test } from 'vitest';
import { PLAIN_FILES } from '../../../../contract/interface/plain-files.ts';
import { type RouteName, v1Path } from '../../../../contract/interface/v1-routes.ts';
import { V2_FILES } from '../../../../contract/interface/v2-files.ts';
import {
  BROKEN_TEXTS,
  correctDeployment,
  QUOTES_OR_CRASHES,
  run,
  withText,
} from '../../../support/correct-deployment.ts';

const correct = correctDeployment();
const DOCUMENTS = [
  ...['service', 'mapservers', 'overlayservers', 'datasources', 'categories'].map((name) => v1Path(name as RouteName)),
  ...['/v1/datasources/maps/', '/v1/categories/1/'],
  ...[V2_FILES.maps, V2_FILES.providers, V2_FILES.withdrawn, V2_FILES.status, ...Object.values(PLAIN_FILES)].map(
    ({ path }) => path,
  ),
];

test.each(BROKEN_TEXTS)('the contract fails and quotes nothing, whichever document is %s', async (text) => {
  for (const [path, status] of DOCUMENTS.flatMap((path) => [200, 404].map((status) => [path, status] as const))) {
    const verdicts = await run(async (request) => {
      const response = await correct(request);
      return request.path.split('?')[0] === path ? { ...withText(response, text), status } : response;
    });
    const problems = verdicts.flatMap((verdict) => verdict.problems);
    if (status === 200) expect(problems, path).not.toEqual([]);
    expect(problems.filter((one) => QUOTES_OR_CRASHES.test(one))).toEqual([]);
  }
});
