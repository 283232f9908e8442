/** Good answers to `cartalog new`, for the catalog that has one of everything. */

export const CONTEXT = { values: new Map(), variables: new Map(), isInactive: false, fileName: null };

export const SERVER = {
  id: 'New',
  name: 'New',
  url: 'https://{s}.example.org/{z}/{x}/{y}',
  'min-zoom': '0',
  'max-zoom': '9',
  copyright: 'X',
};
export const SOURCE = { id: 'new', name: 'New', 'base-url': 'https://example.org/', directory: 'new', action: 'Copy' };
