import { writeSync } from 'node:fs';

// Loaded in front of a measured program: tells its peak memory, in KiB, over a pipe of its own.

process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));
