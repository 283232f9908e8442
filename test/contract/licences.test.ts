import { expect, test } from 'vitest';
import { isOpenLicence, licenceAddress, licenceName } from '../../contract/licences.ts';

test.each([
  ['CC-BY-SA-4.0', true, 'CC BY-SA 4.0', 'https://spdx.org/licenses/CC-BY-SA-4.0.html'],
  ['CC0-1.0', true, 'CC0 1.0', 'https://spdx.org/licenses/CC0-1.0.html'],
  ['CC-BY-NC-SA-3.0', false, 'CC BY-NC-SA 3.0', 'https://spdx.org/licenses/CC-BY-NC-SA-3.0.html'],
  ['toString', false, 'toString', 'https://spdx.org/licenses/toString.html'],
  ['https://example.org/open', false, null, 'https://example.org/open'],
])('%s', (licence, isOpen, name, address) => {
  expect([isOpenLicence(licence), licenceName(licence), licenceAddress(licence)]).toEqual([isOpen, name, address]);
});
