// A clock that runs ten times as fast, and timers that keep to it: whoever waits by them waits a tenth as long.
const now = performance.now.bind(performance);
performance.now = () => now() * 10;
const { setTimeout } = globalThis;
globalThis.setTimeout = (run, ms = 0, ...rest) => setTimeout(run, ms / 10, ...rest);
