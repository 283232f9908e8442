import { existsSync, readFileSync, writeSync } from 'node:fs';

// Loaded before a measured program: writes its peak memory, in KiB, to a separate pipe. What Linux says of resource use
// begins with the peak of the process that started this one; what it says of its memory does not.

const STATUS = '/proc/self/status';

process.on('exit', () => {
  const own = existsSync(STATUS) && /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(STATUS, 'utf8'));
  writeSync(3, own ? own[1] : String(process.resourceUsage().maxRSS));
});
