/** All trials, in the order of the table. */
import { FAIL_CALL, KILL_CALL } from './kinds/calls.ts';
import { CONCURRENT, NAMESPACES } from './kinds/concurrent.ts';
import { HOSTILE_INPUTS } from './kinds/hostile.ts';
import { KILL } from './kinds/kill.ts';
import { POWER_CUT } from './kinds/power-cut.ts';
import { PREVIEW } from './kinds/preview.ts';
import { RUNTIME } from './kinds/runtime.ts';
import { SERVE } from './kinds/serve.ts';
import { SUSPEND } from './kinds/suspend.ts';
import { YAML } from './kinds/yaml.ts';
import type { Trial } from './trial.ts';

export const TRIALS: readonly Trial[] = [
  KILL,
  KILL_CALL,
  FAIL_CALL,
  SUSPEND,
  NAMESPACES,
  CONCURRENT,
  POWER_CUT,
  SERVE,
  RUNTIME,
  HOSTILE_INPUTS,
  YAML,
  PREVIEW,
];
