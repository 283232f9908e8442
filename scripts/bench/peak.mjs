import { writeSync } from 'node:fs';

// Loaded before a measured program: writes its peak memory, in KiB, to a separate pipe.

process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));
