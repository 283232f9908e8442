// For `node --import`.
import { startFastClock } from './fast-clock.mjs';

startFastClock();
