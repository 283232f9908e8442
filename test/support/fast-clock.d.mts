/** Starts the fast clock. @returns what stops it */
export function startFastClock(factor?: number): () => void;
