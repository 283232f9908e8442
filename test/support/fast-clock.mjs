// A clock that runs ten times as fast: a build then gives up on a suspended one after a second, not after ten.
const now = performance.now.bind(performance);
performance.now = () => now() * 10;
