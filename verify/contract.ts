/** The contract: every statement of the interface, as one list. */
import type { Check } from './check.ts';
import { conditionalChecks } from './checks/conditional.ts';
import { contentChecks } from './checks/content.ts';
import { endpointChecks } from './checks/endpoints.ts';
import { formatChecks } from './checks/formats.ts';
import { headerChecks } from './checks/headers.ts';
import { methodChecks } from './checks/methods.ts';
import { pathChecks } from './checks/paths.ts';
import { xmlChecks } from './checks/xml.ts';

export const CONTRACT: readonly Check[] = [
  ...endpointChecks,
  ...contentChecks,
  ...headerChecks,
  ...formatChecks,
  ...conditionalChecks,
  ...methodChecks,
  ...pathChecks,
  ...xmlChecks,
];
