import { expect, test } from 'vitest';
import { withoutImportsOfNode } from '../../../scripts/compile/quick-start.ts';

test.each([
  [
    "import { setTimeout as sleep } from 'node:timers/promises';\nimport { join } from './join.ts';",
    "const { setTimeout: sleep } = process.getBuiltinModule('node:timers/promises');\nimport { join } from './join.ts';",
  ],
  [
    "import {\n  lstatSync,\n  type Stats,\n} from 'node:fs';",
    "import type { Stats } from 'node:fs';const { lstatSync } = process.getBuiltinModule('node:fs');",
  ],
  ["import type { Stats } from 'node:fs';", "import type { Stats } from 'node:fs';"],
])('%j', (source, expected) => {
  expect(withoutImportsOfNode(source)).toBe(expected);
});
