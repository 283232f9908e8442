import type { Reason } from './words.ts';

/** Thrown while a template is turned, and caught by `convert`: the first reason ends the work. */
export class Impossibility extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.code);
    this.reason = reason;
  }
}
