import { expect, test } from 'vitest';
import { LAST_ZOOM } from '../../contract/limits.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };

test('the zoom levels are those that editors may write', () => {
  const { minimum, maximum } = common.$defs.zoom;
  expect([minimum, maximum]).toEqual([0, LAST_ZOOM]);
});
