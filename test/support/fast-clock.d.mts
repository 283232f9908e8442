/** Starts the fast clock. @returns what stops it */
export function startFastClock(): () => void;
